import { SheetError, type SheetRow } from "./sheet.ts";

/** What offices write over the column of house numbers. */
export const houseSpellings = [
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
  spellings: readonly [string, ...string[]];
  required?: boolean;
}

/** Where the titles of a sheet stand, and in which column what. */
export interface Placed {
  /** The number of the row; 0 where there are none. */
  titles: number;
  /** From 0. */
  at: ReadonlyMap<string, number>;
}

/** A row below the header, its texts by column; a column that the sheet lacks reads as "". */
export interface Entry<Name extends string> {
  row: number;
  of(name: Name): string;
  /** What stands leftmost, where a sum says what it is. */
  first: string;
}

const searched = 20;

/** The rows below the header, which is looked for in the first 20 unless it was said where it is. Throws SheetError naming the columns that are missing. */
export function entriesOf<Name extends string>(
  rows: readonly SheetRow[],
  columns: readonly Column<Name>[],
  chosen?: Placed,
): Entry<Name>[] {
  const { titles, at } = chosen ?? guessPlaces(rows, columns);
  const missing = columns
    .filter(({ name, required }) => required && !at.has(name))
    .map(({ spellings }) => spellings[0])
    .join(", ");
  if (missing && chosen) throw new SheetError(`No column was chosen for ${missing}.`);
  if (missing) throw new SheetError(`No row of column titles was found with ${missing}.`);
  return rows
    .filter(({ row }) => row > titles)
    .map(({ row, cells }) => ({
      row,
      of: (name) => cells[at.get(name) ?? -1] ?? "",
      first: cells.find((cell) => cell.trim() !== "") ?? "",
    }));
}

/** Which of the first rows seems to hold the titles, and what stands in which column; where no title is known, the row with most in it. */
export function guessPlaces(rows: readonly SheetRow[], columns: readonly Column<string>[]): Placed {
  const candidates = rows.slice(0, searched).map(({ row, cells }) => ({
    titles: row,
    at: locate(cells, columns),
    filled: cells.filter((cell) => cell.trim() !== "").length,
  }));
  const [best] = candidates.toSorted((one, other) => other.at.size - one.at.size || other.filled - one.filled);
  return best ?? { titles: 0, at: new Map() };
}

/** What a person chose, as `HouseNo:1,AmountPaid:4`. Throws SheetError for a column that the import does not know. */
export function chosenPlaces(
  { columns, titles }: { columns: string | undefined; titles: string | undefined },
  known: readonly Column<string>[],
): Placed | undefined {
  if (columns === undefined) return undefined;
  const at = new Map<string, number>();
  for (const part of columns.split(",")) {
    const [name = "", number] = part.split(":");
    if (!known.some((column) => column.name === name)) throw new SheetError(`There is no column ${name} to be chosen.`);
    at.set(name, Number(number) - 1);
  }
  return { titles: Number(titles ?? 0), at };
}

/** Whether the row is a sum below the list, which says so where the row begins; the cells named hold nothing else. */
export function isTotal<Name extends string>({ first, of }: Entry<Name>, empty: readonly Name[]): boolean {
  const isSum = (text: string) => /^((grand |sub[- ]?)?total\b|(کل|میزان|ٹوٹل)(?!\p{L}))/iu.test(text.trim());
  return isSum(first) && empty.every((name) => of(name).trim() === "" || isSum(of(name)));
}

function locate(cells: readonly string[], columns: readonly Column<string>[]): Map<string, number> {
  const titles = cells.map(plain);
  const at = new Map<string, number>();
  for (const { name, spellings } of columns) {
    const found = spellings.map((spelling) => titles.indexOf(plain(spelling))).find((index) => index >= 0);
    if (found !== undefined) at.set(name, found);
  }
  return at;
}

function plain(title: string): string {
  return title
    .normalize("NFKC")
    .toLowerCase()
    .replaceAll("#", "no")
    .replace(/[يى]/g, "ی")
    .replaceAll("ك", "ک")
    .replace(/[^\p{L}\p{N}]/gu, "");
}
