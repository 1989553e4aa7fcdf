import { action } from "../../../shared/resources/action.ts";
import { removePermissionsAssertingNoGrants, runWithinGrantLimits } from "../../access/grant-limits.ts";
import { defineResourceHandlers } from "../../http/resource-handlers.ts";
import type { Feature } from "../feature.ts";

/**
 * Renaming an action changes what roles may do, because the name decides which flag the action grants. An action that
 * is granted to a role cannot be deleted. Permissions that deny the action are deleted with it.
 */
export const feature: Feature = {
  resourceHandlers: defineResourceHandlers(action, {
    update: (tx, { row, input }) => runWithinGrantLimits(tx, async () => tx.updateParsed(action, row, input)),
    beforeRemove: (tx, { ActionID }) =>
      runWithinGrantLimits(tx, () =>
        removePermissionsAssertingNoGrants(tx, { label: action.label, filter: { ActionID } }),
      ),
  }),
};
