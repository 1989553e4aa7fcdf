import { strFromU8, strToU8, unzipSync, zipSync } from "fflate";
import { type CellObject, utils, type WorkSheet, write } from "xlsx";
import { halves, noCharacter } from "../characters.ts";
import type { Day } from "../dates.ts";

/** Text stays text whatever it begins with; a day becomes a date, rupees a figure with two decimals. */
export type SheetCell = string | number | { readonly day: Day } | { readonly rupees: number } | null | undefined;

export interface Sheet {
  /** Shortened to what Excel takes. */
  name: string;
  rows: readonly (readonly SheetCell[])[];
  /** Rows at the top that stay in sight. */
  frozen: number;
  /** Shows its first column at the right. */
  rightToLeft?: boolean;
  /** In letters, one a column. */
  widths: readonly number[];
}

/** An Excel workbook of one sheet. */
export function makeWorkbook(sheet: Sheet): Uint8Array<ArrayBuffer> {
  const book = utils.book_new();
  utils.book_append_sheet(book, worksheetOf(sheet), sheetName(sheet.name));
  const plain: ArrayBuffer = write(book, { type: "array", bookType: "xlsx", bookSST: true });
  return withView(new Uint8Array(plain), sheet);
}

const longestName = 31;
const longestText = 32_767;
/** Not every program reads a carriage return the way Excel writes it. */
const lineEnds = /\r\n?/g;

function sheetName(name: string): string {
  return name.replace(/[\\/?*[\]:]+/g, "-").slice(0, longestName) || "Sheet";
}

/** Rows kept as lists, which the library's types do not name: with a name for each cell a long table takes longer. */
const asLists = { dense: true, cellDates: false };

function worksheetOf({ rows, widths }: Sheet): WorkSheet {
  const cells = rows.map((row) => row.map(cellOf));
  const worksheet = utils.aoa_to_sheet(cells, asLists);
  worksheet["!cols"] = widths.map((wch) => ({ wch }));
  return worksheet;
}

function cellOf(value: SheetCell): CellObject | undefined {
  if (value === null || value === undefined || value === "") return undefined;
  if (typeof value === "string")
    return {
      t: "s",
      v: value.replace(lineEnds, "\n").replace(halves, "").replace(noCharacter, "").slice(0, longestText),
    };
  if (typeof value === "number") return { t: "n", v: value };
  if ("day" in value) return { t: "n", v: serialOf(value.day), z: "dd/mm/yyyy" };
  return { t: "n", v: value.rupees, z: "#,##0.00" };
}

/** Excel counts days from the end of 1899, in no time zone. */
function serialOf(day: Day): number {
  return (Date.parse(day) - Date.UTC(1899, 11, 30)) / 86_400_000;
}

const view = '<sheetView workbookViewId="0"/>';

/** The library writes neither frozen rows nor a direction, so they are put into what it wrote; packed only here. */
function withView(workbook: Uint8Array, { frozen: rows, rightToLeft = false }: Sheet): Uint8Array<ArrayBuffer> {
  const files = unzipSync(workbook);
  const path = "xl/worksheets/sheet1.xml";
  const xml = files[path];
  if (xml && (rows > 0 || rightToLeft)) files[path] = withHead(xml, (head) => head.replace(view, viewOf()));
  return zipSync(files, { level: 6 });

  function viewOf(): string {
    const pane = `<pane ySplit="${rows}" topLeftCell="A${rows + 1}" activePane="bottomLeft" state="frozen"/>`;
    const frozen = rows > 0 ? `${pane}<selection pane="bottomLeft"/>` : "";
    return `<sheetView${rightToLeft ? ' rightToLeft="1"' : ""} workbookViewId="0">${frozen}</sheetView>`;
  }
}

/** Changes the beginning of a file that may be long. */
function withHead(file: Uint8Array, change: (head: string) => string): Uint8Array<ArrayBuffer> {
  const length = 1_000;
  // One byte, one character: a letter cut in two stays as it is.
  const head = strToU8(change(strFromU8(file.subarray(0, length), true)), true);
  const rest = file.subarray(length);
  const changed = new Uint8Array(head.length + rest.length);
  changed.set(head);
  changed.set(rest, head.length);
  return changed;
}
