import type { RowOf } from "../../../shared/registry.ts";
import { role } from "../../../shared/resources/role.ts";
import { signupRoleName } from "../../access/default-roles.ts";
import {
  assertAdministratorRemains,
  assertWithinOwnRights,
  checkGrants,
  removePermissions,
} from "../../access/grant-limits.ts";
import { defineHandlers } from "../../http/resource-handlers.ts";
import type { Feature } from "../feature.ts";

type Role = RowOf<typeof role>;

/** Deleting a role also deletes its permissions. */
export const feature: Feature = {
  handlers: defineHandlers(role, {
    check: async (tx, { after, before }) => {
      const sees = before?.Scope !== after.Scope;
      if (sees || isSignupRole(after) !== isSignupRole(before))
        await assertWithinOwnRights(tx, { ...after, PlotIDs: [] });
      if (before?.Scope === "all" && sees) await assertAdministratorRemains(tx);
    },
    checkRemove: (tx, { RoleID }) => checkGrants(tx, () => removePermissions(tx, { RoleID })),
  }),
};

/** Whether everybody who signs up gets this role. */
function isSignupRole(held: Role | undefined): boolean {
  return held?.RoleName === signupRoleName;
}
