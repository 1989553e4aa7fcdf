import { messages } from "../../shared/messages.ts";
import { role } from "../../shared/resources/role.ts";
import { removePermissions } from "../ground/permission-rows.ts";
import { overseen } from "../ground/rights.ts";
import { defineFeature } from "../kernel/feature.ts";
import { forbidden } from "../kernel/refusal.ts";

/** Roles; one that nobody has any more goes together with its permissions. */
export const roleFeature = defineFeature(role, {
  check: async (tx, { after, before }) => {
    const widened = after.Scope === "all" && before?.Scope !== "all";
    if (widened && tx.viewer.scope !== "all") throw forbidden(messages.grantsMore);
  },
  checkRemove: (tx, { RoleID }) => overseen(tx, () => removePermissions(tx, { RoleID })),
});
