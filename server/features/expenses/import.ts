import { importExpenses, previewExpenseImport } from "../../../shared/endpoints/import.ts";
import { createMessage } from "../../../shared/messages.ts";
import type { RowOf } from "../../../shared/registry.ts";
import { expenses } from "../../../shared/resources/expenses.ts";
import { inArray } from "../../database/store.ts";
import { isOfficeNumberKey, refuseRow } from "../../services/imports/keyed-rows.ts";
import { defineImportHandlers, type Importer } from "../../services/imports/run-import.ts";
import { expenseColumns, parseExpenses } from "./import-rows.ts";

type Expense = RowOf<typeof expenses>;

/** Adds expenses and marks imported ones as paid; never marks one as unpaid. */
export const expenseImporter: Importer = {
  name: "expenses",
  columns: expenseColumns,
  importRows: async (tx, { rows, mapping, onProgress }) => {
    const { accepted, refused } = parseExpenses(rows, mapping);
    const outcome = { added: 0, updated: 0, unchanged: 0, refused };
    const keys = inArray(accepted.map(({ key }) => key));
    const importedByKey = new Map((await tx.find(expenses, { ImportKey: keys })).map((row) => [row.ImportKey, row]));
    const now = tx.now.toISOString();
    const added: Partial<Expense>[] = [];
    for (const { rowNumber, input, officeNumber, key } of accepted) {
      const before = importedByKey.get(key);
      if (!before) added.push({ ...input, ImportKey: key, CreatedAt: now, UpdatedAt: now });
      else if (isOfficeNumberKey(before.ImportKey) && before.Amount !== input.Amount)
        refused.push(refuseRow(rowNumber, createMessage("voucher-imported-differently", { number: officeNumber })));
      else if (input.IsPaid === 1 && before.IsPaid === 0) {
        tx.update(expenses, before, { IsPaid: 1, PaidOnDate: input.PaidOnDate, UpdatedAt: now });
        outcome.updated++;
      } else outcome.unchanged++;
    }
    await tx.insertMany(expenses, added);
    onProgress(1);
    outcome.added = added.length;
    refused.sort((a, b) => a.row - b.row);
    return outcome;
  },
};

export const expenseImportHandlers = defineImportHandlers(expenseImporter, {
  run: importExpenses,
  preview: previewExpenseImport,
});
