import { action } from "../../../shared/resources/action.ts";
import { checkGrants, removeDeniedPermissions } from "../../access/grant-limits.ts";
import { defineResourceHandlers } from "../../http/resource-handlers.ts";
import type { Feature } from "../feature.ts";

/** Actions. Their name decides which flag they grant. */
export const feature: Feature = {
  resourceHandlers: defineResourceHandlers(action, {
    update: (tx, { row, input }) => checkGrants(tx, async () => tx.updateParsed(action, row, input)),
    checkRemove: (tx, { ActionID }) =>
      checkGrants(tx, () => removeDeniedPermissions(tx, { label: action.label, filter: { ActionID } })),
  }),
};
