import type { RowOf } from "../../../shared/registry.ts";
import { role } from "../../../shared/resources/role.ts";
import { signupRoleName } from "../../access/default-roles.ts";
import {
  assertAdministratorRemains,
  assertWithinOwnRights,
  removePermissions,
  runWithinGrantLimits,
} from "../../access/grant-limits.ts";
import { defineResourceHandlers } from "../../http/resource-handlers.ts";
import type { Feature } from "../feature.ts";

type Role = RowOf<typeof role>;

/** Deleting a role also deletes its permissions. */
export const feature: Feature = {
  resourceHandlers: defineResourceHandlers(role, {
    afterSave: async (tx, { after, before }) => {
      // Each of these changes the rights of users: the scope; RequireTotp, because users without the required second
      // factor have no rights; and renaming a role to or from `signupRoleName`, because users who sign up get the role
      // with that name.
      const changesScope = before?.Scope !== after.Scope;
      const changesTotp = before?.RequireTotp !== after.RequireTotp;
      if (changesScope || changesTotp || isSignupRole(after) !== isSignupRole(before))
        await assertWithinOwnRights(tx, { ...after, PlotIDs: [] });
      if (before?.Scope === "all" && changesScope) await assertAdministratorRemains(tx);
    },
    beforeRemove: (tx, { RoleID }) => runWithinGrantLimits(tx, () => removePermissions(tx, { RoleID })),
  }),
};

/** Whether users who sign up get this role. */
function isSignupRole(row: Role | undefined): boolean {
  return row?.RoleName === signupRoleName;
}
