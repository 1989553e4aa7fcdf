import { useEffect, useMemo } from "react";
import { useFormContext, useWatch } from "react-hook-form";
import { type PageEntry, pageByNumber } from "../../../shared/pages.ts";
import type { RecordOf } from "../../../shared/registry.ts";
import { action } from "../../../shared/resources/action.ts";
import { menuActionsMap } from "../../../shared/resources/menuactionsmap.ts";
import { formatMenuName, type MenuRecord, useSortedMenus } from "../../domain/menuTree.ts";
import { t, translateName } from "../../i18n/t.ts";
import { useResource } from "../../live/useResource.ts";
import { nameColumn } from "../../resource/columns.tsx";
import { ResourceScreen } from "../../resource/ResourceScreen.tsx";
import { SelectField } from "../../ui/form/SelectField.tsx";
import type { Column } from "../../ui/table/tableTypes.ts";

type MenuAction = RecordOf<typeof menuActionsMap>;

/** Which actions each menu has: the boxes of the permissions. */
export function MenuActions() {
  const all = useSortedMenus();
  const columns = useMemo(() => buildColumns(all), [all]);
  return (
    <ResourceScreen
      resource={menuActionsMap}
      title={t("Menu Actions")}
      nouns={[t("menu action"), t("menu actions")]}
      columns={columns}
      defaultSort="MenuName"
      defaultValues={{ MenuID: undefined, ActionID: undefined }}
      fields={(record) => <MenuActionFields menuActionId={record?.MenuActionID} />}
      oneColumn
      empty={{
        title: t("No menu actions yet."),
        text: t("What a menu has no action for, no role can be allowed."),
      }}
      getName={nameOf}
      deleteText={t("Every role that is allowed it loses it at once.")}
    />
  );
}

function nameOf({ MenuName, ActionName }: MenuAction): string {
  return t("{action} of {menu}", { action: translateName(ActionName), menu: translateName(MenuName) });
}

function buildColumns(all: readonly MenuRecord[]): readonly Column<MenuAction>[] {
  const menus = new Map(all.map((menu, at) => [menu.MenuID, { name: formatMenuName(menu, all), at }]));
  return [
    {
      key: "MenuName",
      title: t("Menu"),
      width: 40,
      grow: 1,
      mobileSlot: "title",
      render: ({ MenuID, MenuName }) => menus.get(MenuID)?.name ?? translateName(MenuName),
      sortValue: ({ MenuID }) => menus.get(MenuID)?.at,
      exportValue: ({ MenuID, MenuName }) => menus.get(MenuID)?.name ?? translateName(MenuName),
    },
    nameColumn({ key: "ActionName", title: t("Action"), width: 28, grow: 1, mobileSlot: "sub" }),
  ];
}

/** A menu and one of the actions that it can have and has not: at the top level that is View alone. `own` is the MenuActionID being edited. */
function MenuActionFields({ menuActionId: ownId }: { menuActionId: number | undefined }) {
  const all = useSortedMenus();
  const { rows } = useResource(action);
  const map = useResource(menuActionsMap);
  const { getValues, setValue } = useFormContext();
  const menuId: unknown = useWatch({ name: "MenuID" });
  const menu = all.find(({ MenuID }) => MenuID === menuId);
  const page: PageEntry | undefined = menu && pageByNumber(menu.MenuURL);
  const own: readonly string[] = page?.actions ?? [];
  const viewOnly = menu?.ParentMenuID === 0;
  const pairs = map.rows.filter(({ MenuID, MenuActionID }) => MenuID === menuId && MenuActionID !== ownId);
  const taken = new Set(pairs.map(({ ActionID }) => ActionID));
  const possible = rows.filter(({ ActionName }) => !viewOnly || ActionName === "View" || own.includes(ActionName));
  const offered = possible.filter(({ ActionID }) => !taken.has(ActionID));
  const fits = offered.some(({ ActionID }) => ActionID === getValues("ActionID"));

  const top = viewOnly ? t("A top-level menu takes only View") : undefined;

  useEffect(() => {
    if (menu && !fits) setValue("ActionID", undefined);
  }, [menu, fits, setValue]);

  const hint = menu && offered.length === 0 ? t("This menu has every action that it can have") : top;
  return (
    <>
      <SelectField
        name="MenuID"
        label={t("Menu")}
        placeholder={t("Select menu")}
        options={all.map((each) => ({ value: each.MenuID, label: formatMenuName(each, all) }))}
      />
      <SelectField
        name="ActionID"
        label={t("Action")}
        placeholder={t("Select action")}
        hint={hint}
        options={offered.map(({ ActionID, ActionName }) => ({ value: ActionID, label: translateName(ActionName) }))}
      />
    </>
  );
}
