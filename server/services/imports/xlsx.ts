import { strFromU8, strToU8, unzipSync, type Zippable, zipSync } from "fflate";
import readWorkbook, { type CellValue } from "read-excel-file/node";
import { nonEmptyRows, notASpreadsheet, SpreadsheetError, type SpreadsheetRow, tooLarge } from "./spreadsheet.ts";

const maxUnpacked = 20 * 1024 * 1024;
const maxRow = 50_000;
const maxColumnLetters = 2;

/**
 * Rows of the first sheet that holds any. A formula is read as the value that the spreadsheet program left with it, else as its
 * own text, as in a CSV; dates as YYYY-MM-DD. Throws SheetError.
 */
export async function readXlsx(bytes: Uint8Array): Promise<SpreadsheetRow[]> {
  const parts = unpack(bytes);
  try {
    const sheets = await readWorkbook(Buffer.from(zipSync(parts, { level: 0 })));
    const filled = sheets.find(({ data }) => data.length > 0);
    return nonEmptyRows((filled?.data ?? []).map((row) => row.map(cellText)));
  } catch (error) {
    throw error instanceof SpreadsheetError ? error : new SpreadsheetError(notASpreadsheet);
  }
}

/** The XML of a workbook, within bounds and with its sheets made fit for the reader. */
function unpack(bytes: Uint8Array): Zippable {
  let size = 0;
  const isWanted = ({ name, originalSize }: { name: string; originalSize: number }) => {
    if (!/\.(xml|rels)$/.test(name)) return false;
    size += originalSize;
    if (size > maxUnpacked) throw new SpreadsheetError(tooLarge);
    return true;
  };
  try {
    const files = Object.entries(unzipSync(bytes, { filter: isWanted }));
    return Object.fromEntries(
      files.map(([name, xml]) => [name, /\/worksheets\//.test(name) ? sanitizeSheet(xml) : xml]),
    );
  } catch (error) {
    throw error instanceof SpreadsheetError ? error : new SpreadsheetError(notASpreadsheet);
  }
}

// Each is bounded, so that no file makes it look ahead for long.
const uncalculatedFormula =
  /<c\b([^<>]{0,200})>\s{0,9}<f\b[^<>]{0,200}>([^<]{0,20000})<\/f>\s{0,9}(?:<v\s?\/>|<v><\/v>)?\s{0,9}<\/c>/g;
const emptyCell = /<c\b[^<>]{0,200}\/>/g;
const emptyRow = /<row\b[^<>]{0,500}(?:\/>|>\s{0,9}<\/row>)/g;
const cellReference = /\br="([A-Z]{0,9})(\d{1,9})"/g;

/**
 * The reader makes room for every row and column up to the last one named, and drops a formula without a value: a sheet that
 * names a far cell is refused, and such a formula becomes text.
 */
function sanitizeSheet(xml: Uint8Array): Uint8Array {
  const sheet = strFromU8(xml).replace(emptyCell, "").replace(emptyRow, "").replace(uncalculatedFormula, formulaAsText);
  for (const [, letters = "", digits] of sheet.matchAll(cellReference)) {
    if (letters.length > maxColumnLetters || Number(digits) > maxRow) throw new SpreadsheetError(tooLarge);
  }
  return strToU8(sheet);
}

function formulaAsText(_cell: string, attributes: string, formula: string): string {
  return `<c${attributes.replace(/\st="\w*"/, "")} t="inlineStr"><is><t>=${formula}</t></is></c>`;
}

function cellText(value: CellValue | null): string {
  if (value === null) return "";
  return value instanceof Date ? value.toISOString().slice(0, 10) : String(value);
}
