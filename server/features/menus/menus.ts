import { createMessage, type Message } from "../../../shared/messages.ts";
import { action } from "../../../shared/resources/action.ts";
import { menuActionsMap } from "../../../shared/resources/menuactionsmap.ts";
import { type Menu, menus } from "../../../shared/resources/menus.ts";
import { removePermissionsAssertingNoGrants, runWithinGrantLimits } from "../../access/grant-limits.ts";
import type { Transaction } from "../../commits/transaction.ts";
import { inArray } from "../../database/store.ts";
import { conflict, invalidField } from "../../errors.ts";
import { defineResourceHandlers } from "../../http/resource-handlers.ts";
import { isPossibleAction } from "../../services/menu-actions.ts";
import type { Feature } from "../feature.ts";

/**
 * Menu entries on two levels. A menu with sub-menus, or with a permission that a role is granted, cannot be deleted.
 * Permissions that deny an action of the menu are deleted with it.
 */
export const feature: Feature = {
  resourceHandlers: defineResourceHandlers(menus, {
    computeServerFields: normalizeParent,
    afterSave: (tx, { after }) => assertValidParent(tx, after),
    update: (tx, { row, input }) =>
      runWithinGrantLimits(tx, async () => {
        const after = tx.updateParsed(menus, row, { ...input, ...normalizeParent(input) });
        await assertValidParent(tx, after);
        await assertActionsStayPossible(tx, { before: row, after });
        return after;
      }),
    beforeRemove: async (tx, row) => {
      const child = await tx.findFirst(menus, { ParentMenuID: row.MenuID });
      if (child)
        throw conflict(createMessage("in-use", { label: menus.label, holder: `${menus.label} ${child.MenuName}` }));
      await runWithinGrantLimits(tx, () =>
        removePermissionsAssertingNoGrants(tx, { label: menus.label, filter: { MenuID: row.MenuID } }),
      );
    },
  }),
};

/** Removes the parent of a top-level entry, in case the body has one. */
function normalizeParent({ ParentMenuID, IsTopLevel }: Pick<Menu, "ParentMenuID" | "IsTopLevel">): Partial<Menu> {
  return { ParentMenuID: IsTopLevel === 1 ? 0 : ParentMenuID };
}

async function assertValidParent(tx: Transaction, { MenuID, ParentMenuID }: Menu): Promise<void> {
  if (ParentMenuID === 0) return;
  await tx.lockRows(menus, [ParentMenuID], "ParentMenuID");
  const parent = await tx.get(menus, ParentMenuID);
  if (parent.ParentMenuID !== 0) throw createInvalidParentError(createMessage("parent-not-top-level"));
  if (await tx.findFirst(menus, { ParentMenuID: MenuID }))
    throw createInvalidParentError(createMessage("has-sub-menus"));
}

/**
 * Throws 400 if the menu has an action that it could have before the change, but not after it. Which actions a top-level
 * menu can have depends only on its page.
 */
async function assertActionsStayPossible(
  tx: Transaction,
  { before, after }: { before: Menu; after: Menu },
): Promise<void> {
  const pairs = await tx.find(menuActionsMap, { MenuID: after.MenuID });
  const actions = await tx.find(action, { ActionID: inArray(pairs.map(({ ActionID }) => ActionID)) });
  if (actions.some(({ ActionName }) => isPossibleAction(before, ActionName) && !isPossibleAction(after, ActionName)))
    throw invalidField(before.ParentMenuID === 0 ? "MenuURL" : "IsTopLevel", createMessage("top-level-only-view"));
}

function createInvalidParentError(message: Message) {
  return invalidField("ParentMenuID", message);
}
