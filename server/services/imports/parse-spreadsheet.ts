import Papa from "papaparse";
import { createMessage } from "../../../shared/messages.ts";
import { notASpreadsheet, SpreadsheetError, type SpreadsheetRow, toSpreadsheetRows } from "./spreadsheet.ts";

/** Name and content type from the sender, used for files whose first bytes do not identify their format. */
export interface FileHint {
  filename?: string;
  contentType?: string;
}

/**
 * The rows of a spreadsheet file. Throws SpreadsheetError. Must run in a process with limits, because a malicious file
 * can use much time and memory.
 */
export async function parseSpreadsheet(
  bytes: Uint8Array,
  { filename = "", contentType = "" }: FileHint,
): Promise<SpreadsheetRow[]> {
  if (startsWith(bytes, zipSignature)) {
    // Loaded only when needed, because loading its packages takes longer than reading a CSV.
    const { readXlsx } = await import("./read-xlsx.ts");
    return readXlsx(bytes);
  }
  if (startsWith(bytes, compoundFileSignature)) {
    if (Buffer.from(bytes).includes(encryptedMarker)) {
      throw new SpreadsheetError("This spreadsheet is locked with a password. Save it without one.");
    }
    throw new SpreadsheetError("This is a spreadsheet of the old kind (xls). Save it as xlsx or CSV.");
  }
  if (/\.xlsx$/i.test(filename) || /officedocument/i.test(contentType)) throw new SpreadsheetError(notASpreadsheet);
  return readCsv(bytes);
}

/** The first bytes of an xlsx file. */
const zipSignature = [0x50, 0x4b];
/** The first bytes of an xls file and of an encrypted xlsx file. */
const compoundFileSignature = [0xd0, 0xcf, 0x11, 0xe0];
/** Name of the stream that contains an encrypted workbook. */
const encryptedMarker = Buffer.from("EncryptedPackage", "utf16le");

function startsWith(bytes: Uint8Array, signature: readonly number[]): boolean {
  return signature.every((byte, index) => bytes[index] === byte);
}

/** The rows of a CSV in UTF-8, UTF-16 or Windows-1252, with any delimiter. Throws SpreadsheetError. */
function readCsv(bytes: Uint8Array): SpreadsheetRow[] {
  const text = decode(bytes);
  if (text.includes("\0")) throw new SpreadsheetError(notASpreadsheet);
  const { data, errors } = Papa.parse<string[]>(text, { skipEmptyLines: false });
  // Refused, because the parser reads all text up to the next closing quotation mark, rows included, as one cell.
  for (const { code, row = 0 } of errors) {
    if (code === "InvalidQuotes") throw new SpreadsheetError(createMessage("quotation-mark-in-cell", { row: row + 1 }));
    if (code === "MissingQuotes")
      throw new SpreadsheetError(createMessage("unclosed-quotation-mark", { row: row + 1 }));
  }
  return toSpreadsheetRows(data);
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

// Windows-1252 has these characters where Latin-1 has control characters. Node's decoder does not map them.
const windows1252 = [..."€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f\x90‘’“”•–—˜™š›œ\x9džŸ"];
