import { oneOf, text } from "../fields.ts";
import { defineResource } from "../registry.ts";

const scope = oneOf(["all", "own"], "Scope is all or own");

export const role = defineResource({
  name: "role",
  id: "RoleID",
  label: "Role",
  page: "/system-management?tab=role",
  input: {
    RoleName: text("Role name is required"),
    /** Left out, a new role sees all and any other as far as before. */
    Scope: scope.optional(),
  },
  computed: {
    /** `own`: only the rows of the plots that the user is linked to. */
    Scope: scope,
  },
  unique: [["RoleName"]],
  lookup: true,
  mirrored: true,
});
