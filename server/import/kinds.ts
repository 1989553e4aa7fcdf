import { type ImportName, importNames } from "../../shared/import-names.ts";
import { type Column, guessPlaces } from "./columns.ts";
import { expenseColumns } from "./expenses.ts";
import { plotColumns } from "./plots.ts";
import { receiptColumns } from "./receipts.ts";
import { SheetError, type SheetRow } from "./sheet.ts";

/** The columns that each kind of spreadsheet may have. */
export const columnsOf: Readonly<Record<ImportName, readonly Column<string>[]>> = {
  plots: plotColumns,
  receipts: receiptColumns,
  expenses: expenseColumns,
};

/** What a spreadsheet holds, told by its titles: the kind whose needed columns are all there. Throws SheetError when that is none, or not one. */
export function kindOf(rows: readonly SheetRow[]): ImportName {
  const [kind, ...others] = importNames.filter((name) => {
    const { at } = guessPlaces(rows, columnsOf[name]);
    return columnsOf[name].every((column) => !column.required || at.has(column.name));
  });
  if (kind === undefined || others.length > 0)
    throw new SheetError(`The titles do not tell what this file holds. Say it with --kind: ${importNames.join(", ")}.`);
  return kind;
}
