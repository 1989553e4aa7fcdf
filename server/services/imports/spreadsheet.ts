import type { Message } from "../../../shared/messages.ts";

/** A row that is not empty. Empty cells are "". Rows may differ in length. */
export interface SpreadsheetRow {
  /** From 1, counting the empty rows too. */
  rowNumber: number;
  cells: string[];
}

/** Thrown when a file cannot be imported. `refusal` is shown to the user: a text, or a message with values. */
export class SpreadsheetError extends Error {
  override name = "SpreadsheetError";
  readonly refusal: string | Message;

  constructor(refusal: string | Message) {
    super(typeof refusal === "string" ? refusal : refusal.message);
    this.refusal = refusal;
  }
}

/** Refusals that several parsers use. */
export const notASpreadsheet = "This file is not a spreadsheet (xlsx or CSV).";
export const tooLarge = "This file is too large to import.";

const maxRows = 50_000;
const maxCharacters = 20_000_000;

/** The rows that are not empty, with their numbers. Throws SpreadsheetError if they exceed the limits of an import. */
export function toSpreadsheetRows(table: string[][]): SpreadsheetRow[] {
  const rows = table
    .map((cells, index) => ({ rowNumber: index + 1, cells }))
    .filter(({ cells }) => cells.some((cell) => cell.trim() !== ""));
  if (rows.length > maxRows) throw new SpreadsheetError(tooLarge);
  // Cells of a workbook can share one stored text, so a small file can expand to very many characters.
  let characters = 0;
  for (const { cells } of rows) for (const cell of cells) characters += cell.length;
  if (characters > maxCharacters) throw new SpreadsheetError(tooLarge);
  return rows;
}
