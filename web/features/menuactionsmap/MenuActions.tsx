import { useMemo } from "react";
import type { RecordOf } from "../../../shared/registry.ts";
import { menuActionsMap } from "../../../shared/resources/menuactionsmap.ts";
import { formatMenuName, type MenuRecord, useSortedMenus } from "../../domain/menuTree.ts";
import { t, translateName } from "../../i18n/t.ts";
import { nameColumn } from "../../resource/columns.tsx";
import { ResourceScreen } from "../../resource/ResourceScreen.tsx";
import type { Column } from "../../ui/table/tableTypes.ts";
import { MenuActionFields } from "./MenuActionFields.tsx";

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
