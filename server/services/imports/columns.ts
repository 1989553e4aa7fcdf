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
 * A column of an import, with the titles by which it is found. Case, spaces and punctuation of titles are ignored.
 * Messages use the first title.
 */
export interface Column<Name extends string> {
  name: Name;
  aliases: readonly [string, ...string[]];
  isRequired?: boolean;
}

/** The columns of a spreadsheet that contain the data, and the row above the data. */
export interface ColumnMapping {
  /** Number of the row with the column titles, from 1; 0 for none. */
  headerRowNumber: number;
  /** Index of each column, from 0, by column name. */
  columnIndexes: ReadonlyMap<string, number>;
}

/** A row below the titles. */
export interface DataRow<Name extends string> {
  rowNumber: number;
  cell(name: Name): string;
  /** The first cell that is not empty; see `isTotalRow`. */
  firstCell: string;
}

const maxTitleSearchRows = 20;

/**
 * The rows below the titles. Without a chosen mapping, the titles are searched in the first 20 rows. Throws
 * SpreadsheetError with the names of missing columns.
 */
export function readDataRows<Name extends string>(
  rows: readonly SpreadsheetRow[],
  columns: readonly Column<Name>[],
  chosenMapping?: ColumnMapping,
): DataRow<Name>[] {
  const { headerRowNumber, columnIndexes } = chosenMapping ?? detectColumns(rows, columns);
  const missingTitles = columns
    .filter(({ name, isRequired }) => isRequired && !columnIndexes.has(name))
    .map(({ aliases }) => aliases[0])
    .join(", ");
  if (missingTitles)
    throw new SpreadsheetError(
      createMessage(chosenMapping ? "columns-not-chosen" : "titles-not-found", { columns: missingTitles }),
    );
  return rows
    .filter(({ rowNumber }) => rowNumber > headerRowNumber)
    .map(({ rowNumber, cells }) => ({
      rowNumber,
      cell: (name: Name) => cells[columnIndexes.get(name) ?? -1] ?? "",
      firstCell: cells.find((cell) => cell.trim() !== "") ?? "",
    }));
}

/**
 * Detects the row with the titles, and their columns. If no row has a known title, it is the row with the most cells.
 */
export function detectColumns(rows: readonly SpreadsheetRow[], columns: readonly Column<string>[]): ColumnMapping {
  const candidates = rows.slice(0, maxTitleSearchRows).map(({ rowNumber, cells }) => ({
    headerRowNumber: rowNumber,
    columnIndexes: locateColumns(cells, columns),
    filledCells: cells.filter((cell) => cell.trim() !== "").length,
  }));
  const [best] = candidates.toSorted(
    (a, b) => b.columnIndexes.size - a.columnIndexes.size || b.filledCells - a.filledCells,
  );
  return best ?? { headerRowNumber: 0, columnIndexes: new Map() };
}

/** Parses a mapping chosen by the user: `HouseNo:1,AmountPaid:4`. Throws SpreadsheetError for an unknown column. */
export function parseColumnMapping(
  { columns, headerRowNumber }: { columns: string | undefined; headerRowNumber: string | undefined },
  allowedColumns: readonly Column<string>[],
): ColumnMapping | undefined {
  if (columns === undefined) return undefined;
  const columnIndexes = new Map<string, number>();
  for (const part of columns.split(",")) {
    const [name = "", columnNumber] = part.split(":");
    if (!allowedColumns.some((column) => column.name === name))
      throw new SpreadsheetError(createMessage("unknown-column", { name }));
    columnIndexes.set(name, Number(columnNumber) - 1);
  }
  return { headerRowNumber: Number(headerRowNumber ?? 0), columnIndexes };
}

/**
 * Whether the row is a row of totals: its first cell starts with a word for total, such as `Grand total` or `کل`, and
 * the given columns are empty or start with one too.
 */
export function isTotalRow<Name extends string>(
  { firstCell, cell }: DataRow<Name>,
  emptyColumns: readonly Name[],
): boolean {
  const isTotalText = (text: string) => /^((grand |sub[- ]?)?total\b|(کل|میزان|ٹوٹل)(?!\p{L}))/iu.test(text.trim());
  return isTotalText(firstCell) && emptyColumns.every((name) => cell(name).trim() === "" || isTotalText(cell(name)));
}

/** The indexes of the columns whose titles are among the cells, by column name. */
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
