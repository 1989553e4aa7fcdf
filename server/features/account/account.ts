import { createMessage } from "../../../shared/messages.ts";
import { account, cashAccountId } from "../../../shared/resources/account.ts";
import { society } from "../../../shared/resources/society.ts";
import { conflict } from "../../errors.ts";
import { defineResourceHandlers } from "../../http/resource-handlers.ts";
import { readMethodAccounts } from "../../services/accounts.ts";
import type { Feature } from "../feature.ts";

/**
 * The society's cash, bank and wallet accounts. The cash account must stay active and of the kind `cash`, and an account
 * that a payment method uses must stay active.
 */
export const feature: Feature = {
  resourceHandlers: defineResourceHandlers(account, {
    afterSave: async (tx, { after }) => {
      const { AccountID, Kind, IsActive } = after;
      if (AccountID === cashAccountId && (Kind !== "cash" || !IsActive))
        throw conflict(createMessage("cash-account-fixed"), after);
      if (!IsActive && Object.values(await readMethodAccounts(tx)).includes(AccountID))
        throw conflict(createMessage("in-use", { label: account.label, holder: society.label }), after);
    },
  }),
};
