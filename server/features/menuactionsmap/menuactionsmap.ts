import { z } from "zod";
import { recordSchema } from "../../../shared/endpoints/endpoint.ts";
import { createMessage } from "../../../shared/messages.ts";
import { action } from "../../../shared/resources/action.ts";
import { menuActionsMap } from "../../../shared/resources/menuactionsmap.ts";
import { menus } from "../../../shared/resources/menus.ts";
import { removePermissions, runWithinGrantLimits } from "../../access/grant-limits.ts";
import { conflict, invalidField } from "../../errors.ts";
import { defineResourceHandlers } from "../../http/resource-handlers.ts";
import { isPossibleAction } from "../../services/menu-actions.ts";
import type { Feature } from "../feature.ts";

/**
 * The pairs of menu and action that can be granted to roles. Changing or deleting a pair also deletes its permissions.
 */
export const feature: Feature = {
  resourceHandlers: defineResourceHandlers(menuActionsMap, {
    createReturnsList: true,
    openapi: { createData: z.array(recordSchema(menuActionsMap)) },
    afterSave: async (tx, { after, before }) => {
      const menu = await tx.get(menus, after.MenuID);
      const { ActionName } = await tx.get(action, after.ActionID);
      const samePairs = await tx.find(menuActionsMap, { MenuID: after.MenuID, ActionID: after.ActionID });
      if (samePairs.some(({ MenuActionID }) => MenuActionID !== after.MenuActionID))
        throw conflict(
          createMessage("already-exists", { label: menuActionsMap.label, value: `${menu.MenuName} / ${ActionName}` }),
        );
      if (!isPossibleAction(menu, ActionName)) throw invalidField("ActionID", createMessage("top-level-only-view"));
      if (!before || (before.MenuID === after.MenuID && before.ActionID === after.ActionID)) return;
      const { MenuID, ActionID } = before;
      await runWithinGrantLimits(tx, () => removePermissions(tx, { MenuID, ActionID }));
    },
    beforeRemove: (tx, { MenuID, ActionID }) =>
      runWithinGrantLimits(tx, () => removePermissions(tx, { MenuID, ActionID })),
  }),
};
