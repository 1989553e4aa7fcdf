import { strFromU8, strToU8, unzipSync, zipSync } from "fflate";
import { type CellObject, utils, type WorkSheet, write } from "xlsx";
import type { Day } from "../dates.ts";

/** Text stays text whatever it begins with; a day becomes a date, rupees a figure with two decimals. */
export type SpreadsheetCell = string | number | { readonly day: Day } | { readonly rupees: number } | null | undefined;

export interface Spreadsheet {
  /** Shortened to what Excel takes. */
  name: string;
  rows: readonly (readonly SpreadsheetCell[])[];
  /** Rows at the top that stay in sight. */
  frozenRows: number;
  /** Shows its first column at the right. */
  rightToLeft?: boolean;
  /** In letters, one a column. */
  columnWidths: readonly number[];
}

/** An Excel workbook of one sheet. */
export function createWorkbook(sheet: Spreadsheet): Uint8Array<ArrayBuffer> {
  const book = utils.book_new();
  utils.book_append_sheet(book, toWorksheet(sheet), sheetName(sheet.name));
  const plain: ArrayBuffer = write(book, { type: "array", bookType: "xlsx", bookSST: true });
  return applySheetView(new Uint8Array(plain), sheet);
}

const maxSheetNameLength = 31;
const maxTextLength = 32_767;
/** XML cannot hold lone surrogates and noncharacters; Excel reports a file with one as damaged. */
const invalidXmlCharacters = /[\p{Cs}\ufffe\uffff]/gu;
/** Some programs misread a carriage return as Excel writes it. */
const lineBreaks = /\r\n?/g;

function sheetName(name: string): string {
  return name.replace(/[\\/?*[\]:]+/g, "-").slice(0, maxSheetNameLength) || "Sheet";
}

/** Rows kept as lists, which the library's types do not name: with a name for each cell a long table takes longer. */
const denseOptions = { dense: true, cellDates: false };

function toWorksheet({ rows, columnWidths }: Spreadsheet): WorkSheet {
  const cells = rows.map((row) => row.map(toCell));
  const worksheet = utils.aoa_to_sheet(cells, denseOptions);
  worksheet["!cols"] = columnWidths.map((wch) => ({ wch }));
  return worksheet;
}

function toCell(value: SpreadsheetCell): CellObject | undefined {
  if (value === null || value === undefined || value === "") return undefined;
  if (typeof value === "string")
    return {
      t: "s",
      v: value.replace(lineBreaks, "\n").replace(invalidXmlCharacters, "").slice(0, maxTextLength),
    };
  if (typeof value === "number") return { t: "n", v: value };
  if ("day" in value) return { t: "n", v: excelDate(value.day), z: "dd/mm/yyyy" };
  return { t: "n", v: value.rupees, z: "#,##0.00" };
}

/** Excel counts days from the end of 1899, in no time zone. */
function excelDate(day: Day): number {
  return (Date.parse(day) - Date.UTC(1899, 11, 30)) / 86_400_000;
}

const defaultSheetView = '<sheetView workbookViewId="0"/>';

/** The library writes neither frozen rows nor a direction, so they are put into what it wrote; packed only here. */
function applySheetView(
  workbook: Uint8Array,
  { frozenRows: rows, rightToLeft = false }: Spreadsheet,
): Uint8Array<ArrayBuffer> {
  const files = unzipSync(workbook);
  const path = "xl/worksheets/sheet1.xml";
  const xml = files[path];
  if (xml && (rows > 0 || rightToLeft))
    files[path] = editFileStart(xml, (head) => head.replace(defaultSheetView, viewOf()));
  return zipSync(files, { level: 6 });

  function viewOf(): string {
    const pane = `<pane ySplit="${rows}" topLeftCell="A${rows + 1}" activePane="bottomLeft" state="frozen"/>`;
    const frozen = rows > 0 ? `${pane}<selection pane="bottomLeft"/>` : "";
    return `<sheetView${rightToLeft ? ' rightToLeft="1"' : ""} workbookViewId="0">${frozen}</sheetView>`;
  }
}

/** Changes the beginning of a file that may be long. */
function editFileStart(file: Uint8Array, change: (head: string) => string): Uint8Array<ArrayBuffer> {
  const length = 1_000;
  // One byte, one character: a letter cut in two stays as it is.
  const head = strToU8(change(strFromU8(file.subarray(0, length), true)), true);
  const rest = file.subarray(length);
  const changed = new Uint8Array(head.length + rest.length);
  changed.set(head);
  changed.set(rest, head.length);
  return changed;
}
