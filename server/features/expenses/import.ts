import type { z } from "zod";
import { type Day, formatDay } from "../../../shared/dates.ts";
import { maxListedChanges, type RecordChange } from "../../../shared/endpoints/import.ts";
import { createMessage } from "../../../shared/messages.ts";
import { account, cashAccountId } from "../../../shared/resources/account.ts";
import { deletedExpenses } from "../../../shared/resources/deleted-expenses.ts";
import { type Expense, enteredPaymentDay, expenses } from "../../../shared/resources/expenses.ts";
import type { Transaction } from "../../commits/transaction.ts";
import { inArray } from "../../database/store.ts";
import { findDateRefusal } from "../../services/adjustments.ts";
import { isDocumentNumberKey, joinValues, type KeyedRow, refuseRow } from "../../services/imports/keyed-rows.ts";
import { createMonthLockCheck } from "../../services/imports/locked-rows.ts";
import {
  type DuplicateCandidate,
  listKeysWithoutDocumentNumber,
  separateDuplicates,
} from "../../services/imports/possible-duplicates.ts";
import type { Importer, ImportPlan } from "../../services/imports/run-import.ts";
import { expenseColumns, identityOf, parseExpenses } from "./import-rows.ts";

/** A row of an imported spreadsheet with an expense. */
type ExpenseRow = KeyedRow<z.output<typeof expenses.input>>;

/** Adds expenses, and marks imported expenses as paid but never as unpaid. */
export const expenseImporter: Importer = {
  name: "expenses",
  columns: expenseColumns,
  planImport: async (tx, { rows, mapping, dryRun, duplicatesMode, onProgress }) => {
    const { accepted, refused } = parseExpenses(rows, mapping);
    const outcome = { added: 0, updated: 0, unchanged: 0, refused };
    const keys = inArray(accepted.map(({ key }) => key));
    const importedByKey = new Map((await tx.find(expenses, { ImportKey: keys })).map((row) => [row.ImportKey, row]));
    const now = tx.now.toISOString();
    const newRows: ExpenseRow[] = [];
    const changes: RecordChange[] = [];
    const writes: ImportPlan["writes"][number][] = [];
    const inactiveAccounts = new Map((await tx.find(account, { IsActive: false })).map((row) => [row.AccountID, row]));
    const checkMonthLock = await createMonthLockCheck(tx, expenses);
    for (const row of accepted) {
      const { rowNumber, input, documentNumber, key } = row;
      const imported = importedByKey.get(key);
      const marksAsPaid = imported?.IsPaid === 0 && input.IsPaid === 1;
      const after = marksAsPaid ? { ...imported, IsPaid: 1 as const, PaidOnDate: input.PaidOnDate } : input;
      const day = enteredPaymentDay(after);
      const dateRefusal = day === null ? undefined : findDateRefusal(day, tx.today);
      const inactiveAccount = inactiveAccounts.get(after.AccountID ?? cashAccountId);
      const refusal =
        !imported || marksAsPaid
          ? (dateRefusal ??
            (inactiveAccount && createMessage("account-inactive", { account: inactiveAccount.AccountName })) ??
            (await checkMonthLock(after)) ??
            (imported && (await checkMonthLock(imported))))
          : undefined;
      if (imported && !matchesImported(imported, input))
        refused.push(refuseRow(rowNumber, createMessage("voucher-imported-differently", { number: documentNumber })));
      else if (refusal) refused.push(refuseRow(rowNumber, refusal));
      else if (!imported) {
        newRows.push(row);
        writes.push({ row: rowNumber });
      } else if (marksAsPaid) {
        writes.push({ row: rowNumber, id: imported.ExpenseID, Version: imported.Version });
        tx.update(expenses, imported, {
          ...{ IsPaid: 1, IsPaidByImport: 1, PaidOnDate: input.PaidOnDate },
          UpdatedAt: now,
        });
        outcome.updated++;
        if (dryRun && changes.length < maxListedChanges)
          changes.push({ row: rowNumber, name: imported.ExpenseTitle, fields: [describePayment(input.PaidOnDate)] });
      } else outcome.unchanged++;
    }
    const candidates = await readDuplicateCandidates(tx, newRows, importedByKey);
    const { added, possibleDuplicates } = separateDuplicates(newRows, { candidates, duplicatesMode });
    await tx.insertMany(
      expenses,
      added.map(({ input, documentNumber, key }) => ({
        ...input,
        VoucherNo: documentNumber,
        AttachmentID: "",
        AttachmentType: "" as const,
        ImportKey: key,
        IsPaidByImport: input.IsPaid,
        CreatedAt: now,
        UpdatedAt: now,
      })),
    );
    onProgress(1);
    outcome.added = added.length;
    refused.sort((a, b) => a.row - b.row);
    return { outcome: { ...outcome, alike: possibleDuplicates, ...(dryRun ? { changes } : {}) }, writes };
  },
};

/**
 * Whether the row equals the expense that was imported with its key before. Only a row with a voucher number can differ,
 * because the keys of all others consist of their values: many offices begin with voucher 1 again each year.
 */
function matchesImported(before: Expense, { Amount, Year, Month }: ExpenseRow["input"]): boolean {
  if (!isDocumentNumberKey(before.ImportKey)) return true;
  return before.Amount === Amount && before.Year === Year && before.Month === Month;
}

function describePayment(PaidOnDate: Day | null): RecordChange["fields"][number] {
  return { label: "Paid On", before: "", after: PaidOnDate === null ? "Paid" : formatDay(PaidOnDate) };
}

/**
 * Existing and deleted expenses that these rows can duplicate, except expenses that were imported from a row of this
 * file.
 */
async function readDuplicateCandidates(
  tx: Transaction,
  rows: readonly ExpenseRow[],
  importedByKey: ReadonlyMap<string, Expense>,
): Promise<DuplicateCandidate[]> {
  if (rows.length === 0) return [];
  const years = inArray([...new Set(rows.map(({ input }) => input.Year))]);
  const months = inArray([...new Set(rows.map(({ input }) => input.Month))]);
  const possibleKeys = inArray([...rows.map(({ key }) => key), ...listKeysWithoutDocumentNumber(rows)]);
  const contentKeys = inArray(rows.map(({ contentKey }) => contentKey));
  const found = [
    ...(await tx.find(expenses, { Year: years, Month: months })),
    ...(await tx.find(expenses, { ImportKey: possibleKeys })),
  ];
  const existing = new Map(found.map((expense) => [expense.ExpenseID, expense]));
  for (const { ExpenseID } of importedByKey.values()) existing.delete(ExpenseID);
  const deleted = [
    ...(await tx.find(deletedExpenses, { ImportKey: possibleKeys })),
    ...(await tx.find(deletedExpenses, { ContentKey: contentKeys })),
  ];
  const deletedById = new Map(deleted.map((expense) => [expense.ExpenseID, expense]));
  return [
    ...[...existing.values()].map((expense) => ({
      id: expense.ExpenseID,
      name: expense.ExpenseTitle,
      deleted: false,
      ImportKey: expense.ImportKey,
      contentKey: joinValues(identityOf(expense)),
    })),
    ...[...deletedById.values()].map(({ ExpenseID, ExpenseTitle, ImportKey, ContentKey }) => ({
      id: ExpenseID,
      name: ExpenseTitle,
      deleted: true,
      ImportKey,
      contentKey: ContentKey,
    })),
  ];
}
