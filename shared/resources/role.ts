import { boolean, oneOf, text } from "../fields.ts";
import { defineResource } from "../registry.ts";

/** The roles of users. `role-permissions` has what a role may do on each page. */
export const role = defineResource({
  name: "role",
  idField: "RoleID",
  label: "Role",
  page: {
    id: 21,
    path: "/system-management?tab=role",
    title: "Role",
    icon: "users",
    screen: "role/RolesScreen",
  },
  input: {
    RoleName: text("Role name is required"),
    /** `own`: only the rows of the plots that the user is linked to. */
    Scope: oneOf(["all", "own"], "Scope must be all or own").default("all"),
    /** Whether users must turn on a second factor before they can use the portal. */
    RequireTotp: boolean().default(false),
  },
  writesRequireReauthentication: true,
  unique: [["RoleName"]],
  otherListGuards: "referencing resources",
  cached: true,
});
