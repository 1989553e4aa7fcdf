import Papa from "papaparse";
import { formatDay } from "../dates.ts";
import type { Spreadsheet, SpreadsheetCell } from "./spreadsheet.ts";

/** A CSV file of the rows. A text that a spreadsheet program would run as a formula is prefixed with an apostrophe. */
export function createCsv({ rows }: Pick<Spreadsheet, "rows">): Uint8Array<ArrayBuffer> {
  const text = Papa.unparse(
    rows.map((row) => row.map(toCsvValue)),
    { escapeFormulae: true, newline: "\r\n" },
  );
  // The byte order mark makes Excel read the file as UTF-8.
  return new TextEncoder().encode(`\uFEFF${text}`);
}

function toCsvValue(cell: SpreadsheetCell): string | number {
  if (cell === null || cell === undefined) return "";
  if (typeof cell !== "object") return cell;
  return "day" in cell ? formatDay(cell.day) : cell.rupees;
}
