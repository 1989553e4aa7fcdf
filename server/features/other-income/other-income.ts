import { otherIncome } from "../../../shared/resources/other-income.ts";
import { defineResourceHandlers } from "../../http/resource-handlers.ts";
import { chooseAccount } from "../../services/accounts.ts";
import { assertBookDate } from "../../services/adjustments.ts";
import type { Feature } from "../feature.ts";

/** Income that is not from houses. Its account is chosen like that of a receipt. */
export const feature: Feature = {
  resourceHandlers: defineResourceHandlers(otherIncome, {
    computeServerFields: (_input, { before, now }) => ({ CreatedAt: before?.CreatedAt ?? now.toISOString() }),
    afterSave: async (tx, { after, before }) => {
      assertBookDate(after.Date, tx.today);
      tx.update(otherIncome, after, { AccountID: await chooseAccount(tx, after, before) });
    },
  }),
};
