import { z } from "zod";
import { type Message, type MessageCode, messages } from "../../../shared/messages.ts";

const rowSchema = z.object({ rowNumber: z.int(), cells: z.array(z.string()) });

const refusalSchema = z.union([
  z.string(),
  z.object({
    message: z.string(),
    code: z.custom<MessageCode>((code) => typeof code === "string" && code in messages),
    values: z.record(z.string(), z.union([z.string(), z.number()])).optional(),
  }),
]);

/** The response of the process that parses a file. */
export const responseSchema = z.union([z.object({ rows: z.array(rowSchema) }), z.object({ refusal: refusalSchema })]);

export type ReaderResponse = z.infer<typeof responseSchema>;

/** A row that is not empty. Its number counts from 1. Empty cells are "". Rows may differ in length. */
export type SpreadsheetRow = z.infer<typeof rowSchema>;

/** Thrown when a file cannot be imported. The message is shown to the user; a message with values has a code. */
export class SpreadsheetError extends Error {
  override name = "SpreadsheetError";
  readonly refusal: string | Message;

  constructor(refusal: string | Message) {
    super(typeof refusal === "string" ? refusal : refusal.message);
    this.refusal = refusal;
  }
}

export const notASpreadsheet = "This file is not a spreadsheet (xlsx or CSV).";
export const tooLarge = "This file is too large to import.";

const maxRows = 50_000;
const maxCharacters = 20_000_000;

/** The rows that are not empty. Throws SpreadsheetError if they are too many or too long to keep in memory. */
export function removeEmptyRows(table: string[][]): SpreadsheetRow[] {
  const rows = table
    .map((cells, index) => ({ rowNumber: index + 1, cells }))
    .filter(({ cells }) => cells.some((cell) => cell.trim() !== ""));
  if (rows.length > maxRows) throw new SpreadsheetError(tooLarge);
  // A workbook stores the text of many cells once, but here each cell has its own copy.
  let characters = 0;
  for (const { cells } of rows) for (const cell of cells) characters += cell.length;
  if (characters > maxCharacters) throw new SpreadsheetError(tooLarge);
  return rows;
}
