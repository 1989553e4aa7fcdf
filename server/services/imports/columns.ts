import { SpreadsheetError, type SpreadsheetRow } from "./spreadsheet.ts";

/** What offices write over the column of house numbers. */
export const houseAliases = [
  "House No",
  "House Number",
  "House",
  "Plot No",
  "Plot Number",
  "Plot",
  "House/Plot No",
  "مکان نمبر",
  "پلاٹ نمبر",
  "مکان",
  "پلاٹ",
] as const;

/** A column that an import knows, and what offices call it; case, spaces and punctuation do not count. The first name is the one that people are told. */
export interface Column<Name extends string> {
  name: Name;
  aliases: readonly [string, ...string[]];
  required?: boolean;
}

/** Where the titles of a sheet stand, and in which column what. */
export interface ColumnMapping {
  /** The number of the row; 0 where there are none. */
  headerRow: number;
  /** From 0. */
  columnIndexes: ReadonlyMap<string, number>;
}

/** A row below the header, its texts by column; a column that the sheet lacks reads as "". */
export interface DataRow<Name extends string> {
  row: number;
  cell(name: Name): string;
  /** What stands leftmost, where a sum says what it is. */
  firstCell: string;
}

const maxHeaderSearchRows = 20;

/** The rows below the header, which is looked for in the first 20 unless it was said where it is. Throws SheetError naming the columns that are missing. */
export function readDataRows<Name extends string>(
  rows: readonly SpreadsheetRow[],
  columns: readonly Column<Name>[],
  chosen?: ColumnMapping,
): DataRow<Name>[] {
  const { headerRow, columnIndexes } = chosen ?? detectColumns(rows, columns);
  const missing = columns
    .filter(({ name, required }) => required && !columnIndexes.has(name))
    .map(({ aliases }) => aliases[0])
    .join(", ");
  if (missing && chosen) throw new SpreadsheetError(`No column was chosen for ${missing}.`);
  if (missing) throw new SpreadsheetError(`No row of column titles was found with ${missing}.`);
  return rows
    .filter(({ row }) => row > headerRow)
    .map(({ row, cells }) => ({
      row,
      cell: (name: Name) => cells[columnIndexes.get(name) ?? -1] ?? "",
      firstCell: cells.find((cell) => cell.trim() !== "") ?? "",
    }));
}

/** Which of the first rows seems to hold the titles, and what stands in which column; where no title is known, the row with most in it. */
export function detectColumns(rows: readonly SpreadsheetRow[], columns: readonly Column<string>[]): ColumnMapping {
  const candidates = rows.slice(0, maxHeaderSearchRows).map(({ row, cells }) => ({
    headerRow: row,
    columnIndexes: locateColumns(cells, columns),
    filled: cells.filter((cell) => cell.trim() !== "").length,
  }));
  const [best] = candidates.toSorted(
    (one, other) => other.columnIndexes.size - one.columnIndexes.size || other.filled - one.filled,
  );
  return best ?? { headerRow: 0, columnIndexes: new Map() };
}

/** What a person chose, as `HouseNo:1,AmountPaid:4`. Throws SheetError for a column that the import does not know. */
export function parseColumnMapping(
  { columns, titles }: { columns: string | undefined; titles: string | undefined },
  known: readonly Column<string>[],
): ColumnMapping | undefined {
  if (columns === undefined) return undefined;
  const columnIndexes = new Map<string, number>();
  for (const part of columns.split(",")) {
    const [name = "", number] = part.split(":");
    if (!known.some((column) => column.name === name))
      throw new SpreadsheetError(`There is no column ${name} to be chosen.`);
    columnIndexes.set(name, Number(number) - 1);
  }
  return { headerRow: Number(titles ?? 0), columnIndexes };
}

/** Whether the row is a sum below the list, which says so where the row begins; the cells named hold nothing else. */
export function isTotalRow<Name extends string>({ firstCell, cell }: DataRow<Name>, empty: readonly Name[]): boolean {
  const isSum = (text: string) => /^((grand |sub[- ]?)?total\b|(کل|میزان|ٹوٹل)(?!\p{L}))/iu.test(text.trim());
  return isSum(firstCell) && empty.every((name) => cell(name).trim() === "" || isSum(cell(name)));
}

function locateColumns(cells: readonly string[], columns: readonly Column<string>[]): Map<string, number> {
  const titles = cells.map(normalizeTitle);
  const at = new Map<string, number>();
  for (const { name, aliases } of columns) {
    const found = aliases.map((spelling) => titles.indexOf(normalizeTitle(spelling))).find((index) => index >= 0);
    if (found !== undefined) at.set(name, found);
  }
  return at;
}

function normalizeTitle(title: string): string {
  return title
    .normalize("NFKC")
    .toLowerCase()
    .replaceAll("#", "no")
    .replace(/[يى]/g, "ی")
    .replaceAll("ك", "ک")
    .replace(/[^\p{L}\p{N}]/gu, "");
}
