import Papa from "papaparse";
import { nonEmptyRows, notASpreadsheet, SpreadsheetError, type SpreadsheetRow } from "./spreadsheet.ts";

/** Rows of a CSV in UTF-8, UTF-16 or the code page of older Windows, whatever its delimiter. Throws SheetError. */
export function readCsv(bytes: Uint8Array): SpreadsheetRow[] {
  const text = decode(bytes);
  if (text.includes("\0")) throw new SpreadsheetError(notASpreadsheet);
  const { data, errors } = Papa.parse<string[]>(text, { skipEmptyLines: false });
  const unclosed = errors.find((error) => error.code === "MissingQuotes");
  // All that follows such a quote would be one cell.
  if (unclosed)
    throw new SpreadsheetError(`Row ${(unclosed.row ?? 0) + 1} opens a quotation mark that is never closed.`);
  return nonEmptyRows(data);
}

function decode(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder("utf-16le").decode(bytes);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return Buffer.from(bytes)
      .toString("latin1")
      .replace(/[\x80-\x9f]/g, (control) => windows1252[control.charCodeAt(0) - 0x80] ?? control);
  }
}

// What the code page has where Latin-1 has control characters; Node's own decoder leaves those as they are.
const windows1252 = [..."€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f\x90‘’“”•–—˜™š›œ\x9džŸ"];
