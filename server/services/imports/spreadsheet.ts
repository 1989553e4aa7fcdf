import { z } from "zod";

const rowSchema = z.object({ row: z.int(), cells: z.array(z.string()) });

/** What the reading process answers. */
export const responseSchema = z.union([z.object({ rows: z.array(rowSchema) }), z.object({ refusal: z.string() })]);

export type ReaderResponse = z.infer<typeof responseSchema>;

/**
 * A row that holds anything, with its number as the spreadsheet shows it and the text of each cell, "" where it is empty. Rows
 * may differ in length.
 */
export type SpreadsheetRow = z.infer<typeof rowSchema>;

/** A file that cannot be imported at all; the message is for the person who chose it. */
export class SpreadsheetError extends Error {
  override name = "SheetError";
}

export const notASpreadsheet = "This file is not a spreadsheet (xlsx or CSV).";
export const tooLarge = "This file is too large to import.";

const maxRows = 50_000;
const maxCharacters = 20_000_000;

/** The rows of a table that hold anything. Throws SheetError where they are too many to hold in memory. */
export function nonEmptyRows(table: string[][]): SpreadsheetRow[] {
  const rows = table
    .map((cells, index) => ({ row: index + 1, cells }))
    .filter(({ cells }) => cells.some((cell) => cell.trim() !== ""));
  if (rows.length > maxRows) throw new SpreadsheetError(tooLarge);
  // In a workbook many cells may share one long text: small there, not here.
  let characters = 0;
  for (const { cells } of rows) for (const cell of cells) characters += cell.length;
  if (characters > maxCharacters) throw new SpreadsheetError(tooLarge);
  return rows;
}
