import { type ImportKind, importKinds } from "../../shared/import-names.ts";
import { type Column, detectColumns } from "./columns.ts";
import { expenseColumns } from "./expenses.ts";
import { plotColumns } from "./plots.ts";
import { receiptColumns } from "./receipts.ts";
import { SpreadsheetError, type SpreadsheetRow } from "./sheet.ts";

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
