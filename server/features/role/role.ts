import type { RowOf } from "../../../shared/registry.ts";
import { role } from "../../../shared/resources/role.ts";
import { signupRoleName } from "../../access/default-roles.ts";
import {
  assertAdministratorRemains,
  assertWithinOwnRights,
  checkGrants,
  removePermissions,
} from "../../access/grant-limits.ts";
import { defineResourceHandlers } from "../../http/resource-handlers.ts";
import type { Feature } from "../feature.ts";

type Role = RowOf<typeof role>;

/** Deleting a role also deletes its permissions. */
export const feature: Feature = {
  resourceHandlers: defineResourceHandlers(role, {
    beforeSave: async (tx, { after, before }) => {
      // A role with another scope, or of users who sign up, gives its users other rights.
      const changesScope = before?.Scope !== after.Scope;
      if (changesScope || isSignupRole(after) !== isSignupRole(before))
        await assertWithinOwnRights(tx, { ...after, PlotIDs: [] });
      if (before?.Scope === "all" && changesScope) await assertAdministratorRemains(tx);
    },
    beforeRemove: (tx, { RoleID }) => checkGrants(tx, () => removePermissions(tx, { RoleID })),
  }),
};

/** Whether users who sign up get this role. */
function isSignupRole(row: Role | undefined): boolean {
  return row?.RoleName === signupRoleName;
}
