import { useMemo } from "react";
import type { RecordOf } from "../../../shared/registry.ts";
import { menuActionsMap } from "../../../shared/resources/menuactionsmap.ts";
import { nameColumn } from "../../columns.tsx";
import { say, sayName } from "../../lib/language.ts";
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
      title={say("Menu Actions")}
      nouns={[say("menu action"), say("menu actions")]}
      columns={columns}
      sort="MenuName"
      blank={{ MenuID: undefined, ActionID: undefined }}
      fields={(record) => <MenuActionFields own={record?.MenuActionID} />}
      oneColumn
      empty={{
        title: say("No menu actions yet."),
        text: say("What a menu has no action for, no role can be allowed."),
      }}
      nameOf={nameOf}
      deleteText={say("Every role that is allowed it loses it at once.")}
    />
  );
}

function nameOf({ MenuName, ActionName }: MenuAction): string {
  return say("{action} of {menu}", { action: sayName(ActionName), menu: sayName(MenuName) });
}

function columnsFor(all: readonly MenuRecord[]): readonly Column<MenuAction>[] {
  const menus = new Map(all.map((menu, at) => [menu.MenuID, { name: fullName(menu, all), at }]));
  return [
    {
      key: "MenuName",
      title: say("Menu"),
      width: 40,
      grow: 1,
      phone: "title",
      render: ({ MenuID, MenuName }) => menus.get(MenuID)?.name ?? sayName(MenuName),
      sortValue: ({ MenuID }) => menus.get(MenuID)?.at,
      value: ({ MenuID, MenuName }) => menus.get(MenuID)?.name ?? sayName(MenuName),
    },
    nameColumn({ key: "ActionName", title: say("Action"), width: 28, grow: 1, phone: "sub" }),
  ];
}
