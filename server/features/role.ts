import type { RowOf } from "../../shared/registry.ts";
import { role } from "../../shared/resources/role.ts";
import { newcomersRole } from "../ground/newcomers.ts";
import { removePermissions } from "../ground/permission-rows.ts";
import { refuseBeyond } from "../ground/reach.ts";
import { keepAdministrator, overseen } from "../ground/rights.ts";
import { defineFeature } from "../kernel/feature.ts";

type Role = RowOf<typeof role>;

/** Roles; one that nobody has any more goes together with its permissions. */
export const roleFeature = defineFeature(role, {
  check: async (tx, { after, before }) => {
    const sees = before?.Scope !== after.Scope;
    if (sees || isNewcomers(after) !== isNewcomers(before)) await refuseBeyond(tx, { ...after, PlotIDs: [] });
    if (before?.Scope === "all" && sees) await keepAdministrator(tx);
  },
  checkRemove: (tx, { RoleID }) => overseen(tx, () => removePermissions(tx, { RoleID })),
});

/** What this role may do, everybody may who signs up. */
function isNewcomers(held: Role | undefined): boolean {
  return held?.RoleName === newcomersRole;
}
