import { type ImportKind, importKinds } from "../../../shared/import-kinds.ts";
import { expenseColumns } from "../../features/expenses/import-rows.ts";
import { receiptColumns } from "../../features/payment-receipt/import-rows.ts";
import { plotColumns } from "../../features/plot/import-rows.ts";
import { type Column, detectColumns } from "./columns.ts";
import { SpreadsheetError, type SpreadsheetRow } from "./spreadsheet.ts";

/** The columns that each kind of spreadsheet may have. */
export const columnsByKind: Readonly<Record<ImportKind, readonly Column<string>[]>> = {
  plots: plotColumns,
  receipts: receiptColumns,
  expenses: expenseColumns,
};

/** What a spreadsheet holds, told by its titles: the kind whose needed columns are all there. Throws SheetError when that is none, or not one. */
export function detectKind(rows: readonly SpreadsheetRow[]): ImportKind {
  const [kind, ...others] = importKinds.filter((name) => {
    const { columnIndexes } = detectColumns(rows, columnsByKind[name]);
    return columnsByKind[name].every((column) => !column.required || columnIndexes.has(column.name));
  });
  if (kind === undefined || others.length > 0)
    throw new SpreadsheetError(
      `The titles do not tell what this file holds. Say it with --kind: ${importKinds.join(", ")}.`,
    );
  return kind;
}
