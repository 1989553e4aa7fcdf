import { bit, ref } from "../fields.ts";
import { defineResource, join } from "../registry.ts";
import { action } from "./action.ts";
import { menus } from "./menus.ts";
import { role } from "./role.ts";

/**
 * Whether a role may do an action on the page of a menu. Without a record, it may not. Read-only as a resource; the
 * endpoint saveRolePermissions saves the records in bulk.
 */
export const rolePermissions = defineResource({
  name: "role-permissions",
  idField: "RoleMenuActionID",
  label: "Permission",
  titleField: "RoleMenuActionID",
  page: {
    id: 22,
    path: "/system-management?tab=permissions",
    title: "Role Menu Actions",
    icon: "shield",
    screen: "role-permissions/PermissionsScreen",
    actions: ["View", "Update"],
  },
  verbs: ["list"],
  input: {
    RoleID: ref(role, "Role is required"),
    MenuID: ref(menus, "Menu is required"),
    ActionID: ref(action, "Action is required"),
    IsAllowed: bit(),
  },
  joins: {
    MenuName: join("MenuID", menus, "MenuName"),
    ParentMenuID: join("MenuID", menus, "ParentMenuID"),
    ActionName: join("ActionID", action, "ActionName"),
  },
  unique: [["RoleID", "MenuID", "ActionID"]],
  cached: true,
});
