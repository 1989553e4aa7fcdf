import { accountTransfer } from "../../../shared/resources/account-transfer.ts";
import { defineResourceHandlers } from "../../http/resource-handlers.ts";
import { assertActiveAccount } from "../../services/accounts.ts";
import { assertBookDate } from "../../services/adjustments.ts";
import type { Feature } from "../feature.ts";

/** Money that the society moves between its accounts. An account must be active when it is chosen. */
export const feature: Feature = {
  resourceHandlers: defineResourceHandlers(accountTransfer, {
    computeServerFields: (_input, { before, now }) => ({ CreatedAt: before?.CreatedAt ?? now.toISOString() }),
    afterSave: async (tx, { after, before }) => {
      assertBookDate(after.Date, tx.today);
      for (const field of ["FromAccountID", "ToAccountID"] as const)
        if (after[field] !== before?.[field]) await assertActiveAccount(tx, after[field], field);
    },
  }),
};
