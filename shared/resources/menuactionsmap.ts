import { ref } from "../fields.ts";
import { defineResource, join } from "../registry.ts";
import { action } from "./action.ts";
import { menus } from "./menus.ts";

/** Which actions a role can be granted for a menu, the entry of a page: one record per menu and action. */
export const menuActionsMap = defineResource({
  name: "menuactionsmap",
  idField: "MenuActionID",
  label: "Menu action",
  titleField: "MenuActionID",
  page: {
    id: 20,
    path: "/system-management?tab=map-menu-actions",
    title: "Menu Action",
    icon: "list-checks",
    screen: "menuactionsmap/MenuActionsScreen",
  },
  writesRequireReauthentication: true,
  input: { MenuID: ref(menus, "Menu is required"), ActionID: ref(action, "Action is required") },
  joins: { MenuName: join("MenuID", menus, "MenuName"), ActionName: join("ActionID", action, "ActionName") },
  unique: [["MenuID", "ActionID"]],
  cached: true,
});
