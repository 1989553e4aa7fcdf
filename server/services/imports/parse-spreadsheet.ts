import { strFromU8, strToU8, unzipSync, type Zippable, zipSync } from "fflate";
import Papa from "papaparse";
import readWorkbook, { type CellValue } from "read-excel-file/node";
import { createMessage } from "../../../shared/messages.ts";
import { notASpreadsheet, removeEmptyRows, SpreadsheetError, type SpreadsheetRow, tooLarge } from "./spreadsheet.ts";

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
  if (startsWith(bytes, [0x50, 0x4b])) return readXlsx(bytes);
  if (startsWith(bytes, [0xd0, 0xcf, 0x11, 0xe0])) {
    if (Buffer.from(bytes).includes(encryptedMarker)) {
      throw new SpreadsheetError("This spreadsheet is locked with a password. Save it without one.");
    }
    throw new SpreadsheetError("This is a spreadsheet of the old kind (xls). Save it as xlsx or CSV.");
  }
  if (/\.xlsx$/i.test(filename) || /officedocument/i.test(contentType)) throw new SpreadsheetError(notASpreadsheet);
  return readCsv(bytes);
}

/** Name of the stream that contains an encrypted workbook. */
const encryptedMarker = Buffer.from("EncryptedPackage", "utf16le");

function startsWith(bytes: Uint8Array, signature: number[]): boolean {
  return signature.every((byte, index) => bytes[index] === byte);
}

/** The rows of a CSV in UTF-8, UTF-16 or Windows-1252, with any delimiter. Throws SpreadsheetError. */
function readCsv(bytes: Uint8Array): SpreadsheetRow[] {
  const text = decode(bytes);
  if (text.includes("\0")) throw new SpreadsheetError(notASpreadsheet);
  const { data, errors } = Papa.parse<string[]>(text, { skipEmptyLines: false });
  const unclosedQuote = errors.find((error) => error.code === "MissingQuotes");
  // Without this error, all text after the quotation mark would be one cell.
  if (unclosedQuote)
    throw new SpreadsheetError(createMessage("unclosed-quotation-mark", { row: (unclosedQuote.row ?? 0) + 1 }));
  return removeEmptyRows(data);
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

const maxUnpackedBytes = 20 * 1024 * 1024;
const maxRowNumber = 50_000;
/** Columns A to ZZ. */
const maxColumnLetters = 2;

/**
 * The rows of the first sheet that is not empty. A formula is read as its stored value, or as its text if no value is
 * stored. Dates are YYYY-MM-DD. Throws SpreadsheetError.
 */
async function readXlsx(bytes: Uint8Array): Promise<SpreadsheetRow[]> {
  const parts = unpack(bytes);
  try {
    const sheets = await readWorkbook(Buffer.from(zipSync(parts, { level: 0 })));
    const firstFilledSheet = sheets.find(({ data }) => data.length > 0);
    return removeEmptyRows((firstFilledSheet?.data ?? []).map((row) => row.map(readCellText)));
  } catch (error) {
    throw error instanceof SpreadsheetError ? error : new SpreadsheetError(notASpreadsheet);
  }
}

/** The XML files of a workbook, sanitized. Throws SpreadsheetError for a workbook that is too large. */
function unpack(bytes: Uint8Array): Zippable {
  let unpackedBytes = 0;
  const isXml = ({ name, originalSize }: { name: string; originalSize: number }) => {
    if (!/\.(xml|rels)$/.test(name)) return false;
    unpackedBytes += originalSize;
    if (unpackedBytes > maxUnpackedBytes) throw new SpreadsheetError(tooLarge);
    return true;
  };
  try {
    const files = Object.entries(unzipSync(bytes, { filter: isXml }));
    return Object.fromEntries(
      files.map(([name, xml]) => [name, /\/worksheets\//.test(name) ? sanitizeSheet(xml) : xml]),
    );
  } catch (error) {
    throw error instanceof SpreadsheetError ? error : new SpreadsheetError(notASpreadsheet);
  }
}

// Quantifiers are bounded to prevent slow backtracking.
const uncalculatedFormula =
  /<c\b([^<>]{0,200})>\s{0,9}<f\b[^<>]{0,200}>([^<]{0,20000})<\/f>\s{0,9}(?:<v\s?\/>|<v><\/v>)?\s{0,9}<\/c>/g;
const emptyCell = /<c\b[^<>]{0,200}\/>/g;
const emptyRow = /<row\b[^<>]{0,500}(?:\/>|>\s{0,9}<\/row>)/g;
const cellReference = /\br="([A-Z]{0,9})(\d{1,9})"/g;

/**
 * Prepares a sheet for the reader library. The library allocates all rows and columns up to the last one, so sheets with
 * very distant cells are refused. It also drops formulas without a stored value, so these are converted to text.
 */
function sanitizeSheet(xml: Uint8Array): Uint8Array {
  const sheet = strFromU8(xml).replace(emptyCell, "").replace(emptyRow, "").replace(uncalculatedFormula, toTextCell);
  for (const [, letters = "", digits] of sheet.matchAll(cellReference)) {
    if (letters.length > maxColumnLetters || Number(digits) > maxRowNumber) throw new SpreadsheetError(tooLarge);
  }
  return strToU8(sheet);
}

/** The XML of a cell with the text of the formula. */
function toTextCell(_cell: string, attributes: string, formula: string): string {
  return `<c${attributes.replace(/\st="\w*"/, "")} t="inlineStr"><is><t>=${formula}</t></is></c>`;
}

function readCellText(value: CellValue | null): string {
  if (value === null) return "";
  return value instanceof Date ? value.toISOString().slice(0, 10) : String(value);
}
