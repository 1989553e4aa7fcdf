import { strFromU8, strToU8, unzipSync, zipSync } from "fflate";
import Papa from "papaparse";
import { type CellObject, utils, type WorkSheet, write } from "xlsx";
import { type Day, formatDay } from "../dates.ts";

/**
 * A string is never read as a formula; a day becomes a date cell, rupees a number with two decimals, a percentage (0 to
 * 100) a number with one.
 */
export type SpreadsheetCell =
  | string
  | number
  | { readonly day: Day }
  | { readonly rupees: number }
  | { readonly percent: number }
  | null
  | undefined;

/** The content and layout of one sheet. A CSV file has only the rows. */
export interface Spreadsheet {
  /** Shortened to Excel's limit. */
  name: string;
  /** The society's name, in the properties of a workbook. */
  company?: string;
  rows: readonly (readonly SpreadsheetCell[])[];
  /** Number of rows at the top that do not scroll; they are bold. */
  frozenRows: number;
  /** Indexes of further bold rows: headings and totals. */
  boldRows?: readonly number[];
  /** Puts the first column at the right. */
  isRightToLeft?: boolean;
  /** In characters, one per column. */
  columnWidths: readonly number[];
}

/** An Excel workbook of one sheet. */
export function createWorkbook(sheet: Spreadsheet): Uint8Array<ArrayBuffer> {
  const workbook = utils.book_new();
  utils.book_append_sheet(workbook, toWorksheet(sheet), toSheetName(sheet.name));
  workbook.Props = { Company: sheet.company, Author: sheet.company };
  const file: ArrayBuffer = write(workbook, { type: "array", bookType: "xlsx", bookSST: true });
  return applyStyles(new Uint8Array(file), sheet);
}

/** A CSV file of the rows. A text that a spreadsheet program would run as a formula is prefixed with an apostrophe. */
export function createCsv({ rows }: Pick<Spreadsheet, "rows">): Uint8Array<ArrayBuffer> {
  const text = Papa.unparse(
    rows.map((row) => row.map(toCsvValue)),
    { escapeFormulae: formulaStart, newline: "\r\n" },
  );
  // The byte order mark makes Excel read the file as UTF-8.
  return new TextEncoder().encode(`\uFEFF${text}`);
}

// Excel's limits, in characters.
const maxSheetNameLength = 31;
const maxTextLength = 32_767;
/** XML cannot contain lone surrogates and noncharacters: Excel reports a file with one as damaged. */
const invalidXmlCharacters = /[\p{Cs}\ufffe\uffff]/gu;
/** The library's own pattern does not match a text with a line break. */
const formulaStart = /^[=+\-@\t\r]/;
/** Some programs misread carriage returns in cells. */
const lineBreaks = /\r\n?/g;

function toSheetName(name: string): string {
  return name.replace(/[\\/?*[\]:]+/g, "-").slice(0, maxSheetNameLength) || "Sheet";
}

/** `dense` is missing in the library's types. Rows as arrays are faster for long tables than one property per cell. */
const denseOptions = { dense: true, cellDates: false };

function toWorksheet({ rows, columnWidths, frozenRows, boldRows = [] }: Spreadsheet): WorkSheet {
  const cells = rows.map((row, index) => {
    const isBold = index < frozenRows || boldRows.includes(index);
    return row.map((value) => toCell(value, isBold));
  });
  const worksheet = utils.aoa_to_sheet(cells, denseOptions);
  worksheet["!cols"] = columnWidths.map((wch) => ({ wch }));
  return worksheet;
}

/**
 * Formats that display like the normal ones but are spelled differently. The library cannot write fonts, so `makeBold`
 * recognizes bold cells by these formats.
 */
const boldFormats = {
  text: "General;-General;General;@",
  number: "General;-General",
  rupees: "#,##0.00;-#,##0.00",
  percent: "0.0%;-0.0%",
} as const;

function toCell(value: SpreadsheetCell, isBold: boolean): CellObject | undefined {
  if (value === null || value === undefined || value === "") return undefined;
  if (typeof value === "string")
    return {
      t: "s",
      v: value.replace(lineBreaks, "\n").replace(invalidXmlCharacters, "").slice(0, maxTextLength),
      ...(isBold && { z: boldFormats.text }),
    };
  if (typeof value === "number") return { t: "n", v: value, ...(isBold && { z: boldFormats.number }) };
  if ("day" in value) return { t: "n", v: toExcelDate(value.day), z: "dd/mm/yyyy" };
  if ("percent" in value) return { t: "n", v: value.percent / 100, z: isBold ? boldFormats.percent : "0.0%" };
  return { t: "n", v: value.rupees, z: isBold ? boldFormats.rupees : "#,##0.00" };
}

/** Excel stores a date as the number of days since 30 December 1899. */
function toExcelDate(day: Day): number {
  return (Date.parse(day) - Date.UTC(1899, 11, 30)) / 86_400_000;
}

const defaultSheetView = '<sheetView workbookViewId="0"/>';

/** Adds frozen rows, direction and bold rows to the XML, which the library cannot write. Also compresses the file. */
function applyStyles(
  workbook: Uint8Array,
  { frozenRows, isRightToLeft = false }: Spreadsheet,
): Uint8Array<ArrayBuffer> {
  const files = unzipSync(workbook);
  const path = "xl/worksheets/sheet1.xml";
  const xml = files[path];
  if (xml && (frozenRows > 0 || isRightToLeft))
    files[path] = editFileStart(xml, (head) => head.replace(defaultSheetView, sheetViewXml()));
  const stylesPath = "xl/styles.xml";
  const styles = files[stylesPath];
  if (styles) files[stylesPath] = strToU8(makeBold(strFromU8(styles)));
  return zipSync(files, { level: 6 });

  function sheetViewXml(): string {
    const pane = `<pane ySplit="${frozenRows}" topLeftCell="A${frozenRows + 1}" activePane="bottomLeft" state="frozen"/>`;
    const panes = frozenRows > 0 ? `${pane}<selection pane="bottomLeft"/>` : "";
    return `<sheetView${isRightToLeft ? ' rightToLeft="1"' : ""} workbookViewId="0">${panes}</sheetView>`;
  }
}

/** Adds a bold font and gives it to the cell styles with one of `boldFormats`. Its number is 1: the file has font 0. */
function makeBold(xml: string): string {
  const [font = ""] = /<font>.*?<\/font>/s.exec(xml) ?? [];
  const withFont = xml
    .replace('<fonts count="1">', '<fonts count="2">')
    .replace("</fonts>", `${font.replace("<font>", "<font><b/>")}</fonts>`);
  return Object.values(boldFormats).reduce((result, format) => {
    const id = result.split(`formatCode="${format}"`)[0]?.match(/numFmtId="(\d+)" $/)?.[1];
    return result.replaceAll(`<xf numFmtId="${id}" fontId="0"`, `<xf numFmtId="${id}" fontId="1" applyFont="1"`);
  }, withFont);
}

/** Edits the first 1,000 bytes of a file, so that a large sheet is not decoded as a whole. */
function editFileStart(file: Uint8Array, change: (head: string) => string): Uint8Array<ArrayBuffer> {
  const length = 1_000;
  // Latin-1 has one character per byte, so that a character at the end of the head is not damaged.
  const head = strToU8(change(strFromU8(file.subarray(0, length), true)), true);
  const rest = file.subarray(length);
  const changed = new Uint8Array(head.length + rest.length);
  changed.set(head);
  changed.set(rest, head.length);
  return changed;
}

function toCsvValue(cell: SpreadsheetCell): string | number {
  if (cell === null || cell === undefined) return "";
  if (typeof cell !== "object") return cell;
  if ("day" in cell) return formatDay(cell.day);
  return "rupees" in cell ? cell.rupees : cell.percent;
}
