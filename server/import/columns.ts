import { SheetError, type SheetRow } from "./sheet.ts";

/** A column that an import knows, and what offices call it; case, spaces and punctuation do not count. */
export interface Column<Name extends string> {
  name: Name;
  spellings: readonly [string, ...string[]];
  required?: boolean;
}

/** A row below the header, its texts by column; a column that the sheet lacks reads as "". */
export interface Entry<Name extends string> {
  row: number;
  of(name: Name): string;
}

const searched = 20;

/** The rows below the header, which is looked for in the first 20. Throws SheetError naming the columns that are missing. */
export function entriesOf<Name extends string>(
  rows: readonly SheetRow[],
  columns: readonly Column<Name>[],
): Entry<Name>[] {
  const { index, at } = findHeader(rows, columns);
  return rows.slice(index + 1).map(({ row, cells }) => ({ row, of: (name) => cells[at.get(name) ?? -1] ?? "" }));
}

/** Which of the rows is the header (as an index), and where each column stands in it. Throws like entriesOf. */
function findHeader<Name extends string>(rows: readonly SheetRow[], columns: readonly Column<Name>[]) {
  const candidates = rows.slice(0, searched).map(({ cells }, index) => ({ index, at: locate(cells, columns) }));
  const best = candidates.reduce((one, other) => (other.at.size > one.at.size ? other : one), {
    index: -1,
    at: new Map<Name, number>(),
  });
  const missing = columns
    .filter(({ name, required }) => required && !best.at.has(name))
    .map(({ spellings }) => spellings[0]);
  if (missing.length > 0) throw new SheetError(`No row of column titles was found with ${missing.join(", ")}.`);
  return best;
}

function locate<Name extends string>(cells: readonly string[], columns: readonly Column<Name>[]): Map<Name, number> {
  const titles = cells.map(plain);
  const at = new Map<Name, number>();
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
    .replace(/[^\p{L}\p{N}]/gu, "");
}
