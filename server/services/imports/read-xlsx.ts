import { strFromU8, strToU8, unzipSync, type Zippable, zipSync } from "fflate";
import readWorkbook, { type CellValue } from "read-excel-file/node";
import { notASpreadsheet, SpreadsheetError, type SpreadsheetRow, tooLarge, toSpreadsheetRows } from "./spreadsheet.ts";

const maxUnpackedBytes = 20 * 1024 * 1024;
const maxRowNumber = 50_000;
/** Columns A to ZZ. */
const maxColumnLetters = 2;

/**
 * The rows of the first sheet that is not empty. A formula is read as its stored value, or as its text if no value is
 * stored. Dates are YYYY-MM-DD. Throws SpreadsheetError.
 */
export async function readXlsx(bytes: Uint8Array): Promise<SpreadsheetRow[]> {
  const parts = unpack(bytes);
  try {
    const sheets = await readWorkbook(Buffer.from(zipSync(parts, { level: 0 })));
    const firstFilledSheet = sheets.find(({ data }) => data.length > 0);
    return toSpreadsheetRows((firstFilledSheet?.data ?? []).map((row) => row.map(readCellText)));
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
 * Prepares a sheet for the reader library. The library allocates all rows and columns up to the last one, so sheets
 * with very distant cells are refused. It also drops formulas without a stored value, so these are converted to text.
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
