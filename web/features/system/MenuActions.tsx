import { useMemo } from "react";
import type { RecordOf } from "../../../shared/registry.ts";
import { menuActionsMap } from "../../../shared/resources/menuactionsmap.ts";
import { ResourceScreen } from "../../ResourceScreen.tsx";
import type { Column } from "../../ui/TableTypes.ts";
import { MenuActionFields } from "./MenuActionFields.tsx";
import { fullName, type MenuRecord, useMenus } from "./menuNames.ts";

type MenuAction = RecordOf<typeof menuActionsMap>;

/** Which actions each menu has: the boxes of the permissions. */
export function MenuActions() {
  const all = useMenus();
  const columns = useMemo(() => columnsFor(all), [all]);
  return (
    <ResourceScreen
      resource={menuActionsMap}
      title="Menu Actions"
      nouns={["menu action", "menu actions"]}
      columns={columns}
      sort="MenuName"
      blank={{ MenuID: undefined, ActionID: undefined }}
      fields={() => <MenuActionFields />}
      oneColumn
      empty={{ title: "No menu actions yet.", text: "What a menu has no action for, no role can be allowed." }}
      deleteText="Every role that is allowed it loses it at once."
    />
  );
}

function columnsFor(all: readonly MenuRecord[]): readonly Column<MenuAction>[] {
  const menus = new Map(all.map((menu, at) => [menu.MenuID, { name: fullName(menu, all), at }]));
  return [
    {
      key: "MenuName",
      title: "Menu",
      width: 40,
      grow: 1,
      phone: "title",
      render: ({ MenuID, MenuName }) => menus.get(MenuID)?.name ?? MenuName,
      sortValue: ({ MenuID }) => menus.get(MenuID)?.at,
    },
    {
      key: "ActionName",
      title: "Action",
      width: 28,
      grow: 1,
      phone: "sub",
      render: ({ ActionName }) => ActionName,
      sortValue: ({ ActionName }) => ActionName,
    },
  ];
}
