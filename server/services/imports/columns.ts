import { createMessage } from "../../../shared/messages.ts";
import { foldText } from "../../../shared/text.ts";
import { SpreadsheetError, type SpreadsheetRow } from "./spreadsheet.ts";

/** Titles of the column with the house number. */
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

/**
 * A column of an import with the titles it may have. Case, spaces and punctuation of titles are ignored. Messages use
 * the first title.
 */
export interface Column<Name extends string> {
  name: Name;
  aliases: readonly [string, ...string[]];
  required?: boolean;
}

/** Which columns of a spreadsheet contain the data, and where the rows begin. */
export interface ColumnMapping {
  /** Number of the row with the titles, from 1; 0 without titles. */
  headerRow: number;
  /** Index of each column, from 0, by column name. */
  columnIndexes: ReadonlyMap<string, number>;
}

/** A row below the titles. */
export interface DataRow<Name extends string> {
  row: number;
  cell(name: Name): string;
  /** The first cell that is not empty; in a row of totals it says so. */
  firstCell: string;
}

const maxHeaderSearchRows = 20;

/**
 * The rows below the titles. Without a chosen mapping, the titles are searched in the first 20 rows. Throws
 * SpreadsheetError with the names of missing columns.
 */
export function readDataRows<Name extends string>(
  rows: readonly SpreadsheetRow[],
  columns: readonly Column<Name>[],
  chosen?: ColumnMapping,
): DataRow<Name>[] {
  const { headerRow, columnIndexes } = chosen ?? detectColumns(rows, columns);
  const missingTitles = columns
    .filter(({ name, required }) => required && !columnIndexes.has(name))
    .map(({ aliases }) => aliases[0])
    .join(", ");
  if (missingTitles && chosen)
    throw new SpreadsheetError(createMessage("columns-not-chosen", { columns: missingTitles }));
  if (missingTitles) throw new SpreadsheetError(createMessage("titles-not-found", { columns: missingTitles }));
  return rows
    .filter(({ row }) => row > headerRow)
    .map(({ row, cells }) => ({
      row,
      cell: (name: Name) => cells[columnIndexes.get(name) ?? -1] ?? "",
      firstCell: cells.find((cell) => cell.trim() !== "") ?? "",
    }));
}

/** Detects the row with the titles and their columns. Without any known title, takes the row with most cells. */
export function detectColumns(rows: readonly SpreadsheetRow[], columns: readonly Column<string>[]): ColumnMapping {
  const candidates = rows.slice(0, maxHeaderSearchRows).map(({ row, cells }) => ({
    headerRow: row,
    columnIndexes: locateColumns(cells, columns),
    filledCells: cells.filter((cell) => cell.trim() !== "").length,
  }));
  const [best] = candidates.toSorted(
    (a, b) => b.columnIndexes.size - a.columnIndexes.size || b.filledCells - a.filledCells,
  );
  return best ?? { headerRow: 0, columnIndexes: new Map() };
}

/** Parses a mapping chosen by the user: `HouseNo:1,AmountPaid:4`. Throws SpreadsheetError for an unknown column. */
export function parseColumnMapping(
  { columns, titles }: { columns: string | undefined; titles: string | undefined },
  knownColumns: readonly Column<string>[],
): ColumnMapping | undefined {
  if (columns === undefined) return undefined;
  const columnIndexes = new Map<string, number>();
  for (const part of columns.split(",")) {
    const [name = "", columnNumber] = part.split(":");
    if (!knownColumns.some((column) => column.name === name))
      throw new SpreadsheetError(createMessage("unknown-column", { name }));
    columnIndexes.set(name, Number(columnNumber) - 1);
  }
  return { headerRow: Number(titles ?? 0), columnIndexes };
}

/** Whether the row is a total: its first cell says so, and the given columns contain nothing else. */
export function isTotalRow<Name extends string>({ firstCell, cell }: DataRow<Name>, empty: readonly Name[]): boolean {
  const isSum = (text: string) => /^((grand |sub[- ]?)?total\b|(کل|میزان|ٹوٹل)(?!\p{L}))/iu.test(text.trim());
  return isSum(firstCell) && empty.every((name) => cell(name).trim() === "" || isSum(cell(name)));
}

/** The index of each column whose title is among the cells, by column name. */
function locateColumns(cells: readonly string[], columns: readonly Column<string>[]): Map<string, number> {
  const titles = cells.map(normalizeTitle);
  const indexes = new Map<string, number>();
  for (const { name, aliases } of columns) {
    const index = aliases.map((alias) => titles.indexOf(normalizeTitle(alias))).find((position) => position >= 0);
    if (index !== undefined) indexes.set(name, index);
  }
  return indexes;
}

function normalizeTitle(title: string): string {
  return foldText(title)
    .replaceAll("#", "no")
    .replace(/[^\p{L}\p{N}]/gu, "");
}
