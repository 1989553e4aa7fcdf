import { useEffect, useMemo } from "react";
import { useFormContext, useWatch } from "react-hook-form";
import { type PageEntry, pageById } from "../../../shared/pages.ts";
import type { RecordOf } from "../../../shared/registry.ts";
import { action } from "../../../shared/resources/action.ts";
import { menuActionsMap } from "../../../shared/resources/menuactionsmap.ts";
import { formatMenuAction, formatMenuName, type MenuRecord } from "../../domain/menuTree.ts";
import { useSortedMenus } from "../../domain/useSortedMenus.ts";
import { t, translateName } from "../../i18n/t.ts";
import { useResource } from "../../live/useResource.ts";
import { nameColumn } from "../../resource/columns.tsx";
import { ResourceScreen } from "../../resource/ResourceScreen.tsx";
import { SelectField } from "../../ui/form/FormFields.tsx";
import type { Column } from "../../ui/table/tableTypes.ts";

type MenuAction = RecordOf<typeof menuActionsMap>;

/** Which actions each menu has; only these can be granted to roles. */
export function MenuActionsScreen() {
  const allMenus = useSortedMenus();
  const columns = useMemo(() => buildColumns(allMenus), [allMenus]);
  return (
    <ResourceScreen
      resource={menuActionsMap}
      title={t("Menu Actions")}
      nouns={[t("menu action"), t("menu actions")]}
      columns={columns}
      defaultValues={{ MenuID: undefined, ActionID: undefined }}
      fields={(record) => <MenuActionFields menuActionId={record?.MenuActionID} />}
      empty={{
        title: t("No menu actions yet."),
        text: t("Roles can only be granted actions that a menu has."),
      }}
      getName={formatMenuAction}
      deleteText={t("All roles lose this permission at once.")}
    />
  );
}

function buildColumns(allMenus: readonly MenuRecord[]): readonly Column<MenuAction>[] {
  const menusById = new Map(
    allMenus.map((menu, rank) => [menu.MenuID, { name: formatMenuName(menu, allMenus), rank }]),
  );
  return [
    {
      key: "MenuName",
      title: t("Menu"),
      width: 40,
      grow: 1,
      mobileSlot: "title",
      render: ({ MenuID, MenuName }) => menusById.get(MenuID)?.name ?? translateName(MenuName),
      sortValue: ({ MenuID }) => menusById.get(MenuID)?.rank,
      exportValue: ({ MenuID, MenuName }) => menusById.get(MenuID)?.name ?? translateName(MenuName),
    },
    nameColumn({ key: "ActionName", title: t("Action"), width: 28, grow: 1, mobileSlot: "sub" }),
  ];
}

/**
 * Offers the actions that the selected menu lacks. A top-level menu can have View and its page's own actions.
 * `menuActionId` is undefined for a new record.
 */
function MenuActionFields({ menuActionId }: { menuActionId: number | undefined }) {
  const allMenus = useSortedMenus();
  const actions = useResource(action);
  const menuActions = useResource(menuActionsMap);
  const { getValues, setValue } = useFormContext();
  const menuId: unknown = useWatch({ name: "MenuID" });
  const selectedMenu = allMenus.find(({ MenuID }) => MenuID === menuId);
  const page: PageEntry | undefined = selectedMenu && pageById(selectedMenu.MenuURL);
  const pageActions: readonly string[] = page?.actions ?? [];
  const isTopLevel = selectedMenu?.ParentMenuID === 0;
  const otherRecords = menuActions.rows.filter(
    ({ MenuID, MenuActionID }) => MenuID === menuId && MenuActionID !== menuActionId,
  );
  const usedActionIds = new Set(otherRecords.map(({ ActionID }) => ActionID));
  const availableActions = actions.rows.filter(
    ({ ActionID, ActionName }) =>
      !usedActionIds.has(ActionID) && (!isTopLevel || ActionName === "View" || pageActions.includes(ActionName)),
  );
  const isSelectedActionAvailable = availableActions.some(({ ActionID }) => ActionID === getValues("ActionID"));

  const isLoaded = actions.status === "ready" && menuActions.status === "ready";
  useEffect(() => {
    if (isLoaded && selectedMenu && !isSelectedActionAvailable) setValue("ActionID", undefined);
  }, [isLoaded, selectedMenu, isSelectedActionAvailable, setValue]);

  const takesOnlyView = isTopLevel && pageActions.every((name) => name === "View");
  const topLevelHint = takesOnlyView ? t("A top-level menu takes only View") : undefined;
  const hint =
    selectedMenu && availableActions.length === 0 ? t("This menu has every action that it can have") : topLevelHint;
  return (
    <>
      <SelectField
        name="MenuID"
        label={t("Menu")}
        placeholder={t("Select menu")}
        options={allMenus.map((menu) => ({ value: menu.MenuID, label: formatMenuName(menu, allMenus) }))}
      />
      <SelectField
        name="ActionID"
        label={t("Action")}
        placeholder={t("Select action")}
        hint={hint}
        options={availableActions.map(({ ActionID, ActionName }) => ({
          value: ActionID,
          label: translateName(ActionName),
        }))}
      />
    </>
  );
}
