import { deletedExpenses } from "../../../shared/resources/deleted-expenses.ts";
import { enteredPaymentDay, expenses } from "../../../shared/resources/expenses.ts";
import { defineResourceHandlers } from "../../http/resource-handlers.ts";
import { assertActiveAccount } from "../../services/accounts.ts";
import { assertBookDate } from "../../services/adjustments.ts";
import { attachmentCleanupJob } from "../../services/attachments.ts";
import { joinValues } from "../../services/imports/keyed-rows.ts";
import { defineImportHandlers } from "../../services/imports/run-import.ts";
import type { Feature } from "../feature.ts";
import { createAttachmentHandlers } from "./attachment.ts";
import { expenseImporter } from "./import.ts";
import { identityOf } from "./import-rows.ts";

/** The society's expenses, with their vouchers and their import. */
export const feature: Feature = {
  resourceHandlers: defineResourceHandlers(expenses, {
    computeServerFields: (input, { before, now }) => ({
      AttachmentID: before?.AttachmentID ?? "",
      AttachmentType: before?.AttachmentType ?? "",
      ImportKey: before?.ImportKey ?? "",
      IsPaidByImport: input.IsPaid === 1 ? (before?.IsPaidByImport ?? 0) : 0,
      CreatedAt: before?.CreatedAt ?? now.toISOString(),
      UpdatedAt: now.toISOString(),
    }),
    afterSave: async (tx, { after, before }) => {
      const day = enteredPaymentDay(after);
      if (day !== null && (!before || day !== enteredPaymentDay(before))) assertBookDate(day, tx.today, "PaidOnDate");
      const becomesPaid = after.IsPaid === 1 && before?.IsPaid !== 1;
      if (becomesPaid || after.AccountID !== before?.AccountID) await assertActiveAccount(tx, after.AccountID);
    },
    beforeRemove: async (tx, { ExpenseID, ExpenseTitle, ImportKey, ...values }) => {
      // Remembers an imported expense, so that the next import of the same row does not add it again.
      if (ImportKey === "") return;
      const ContentKey = joinValues(identityOf({ ...values, ExpenseTitle }));
      await tx.insert(deletedExpenses, { ExpenseID, ExpenseTitle, ImportKey, ContentKey });
    },
  }),
  initialize: (services) => ({
    endpointHandlers: [...defineImportHandlers(expenseImporter), ...createAttachmentHandlers(services)],
  }),
  jobs: [attachmentCleanupJob],
};
