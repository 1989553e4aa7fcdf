import type { ImportPreview } from "../../../shared/endpoints/import.ts";

/** Which column holds what, and in which row the titles stand; 0 for none. */
export interface ColumnMapping {
  headerRow: number;
  /** Field → column from 1; a field that the sheet lacks is left out. */
  columns: Readonly<Record<string, number>>;
}

export interface SheetColumn {
  number: number;
  /** Its title, or the letter that spreadsheets give it. */
  title: string;
  /** What stands in it first, below the titles. */
  sample: string;
}

export function guessedMapping({ titles: headerRow, guess }: ImportPreview): ColumnMapping {
  return { headerRow, columns: guess };
}

/** The needed fields that no column is chosen for. */
export function missingFields({ fields }: ImportPreview, { columns }: ColumnMapping): ImportPreview["fields"] {
  return fields.filter(({ name, required }) => required && columns[name] === undefined);
}

/** As the server wants to be told. */
export function mappingQuery({ headerRow, columns }: ColumnMapping): string {
  const parts = Object.entries(columns).map(([name, number]) => `${name}:${number}`);
  return new URLSearchParams({ columns: parts.join(","), titles: String(headerRow) }).toString();
}

/** The columns of the sheet as people know them. */
export function sheetColumns({ columns, first }: ImportPreview, titles: number): SheetColumn[] {
  const title = first.find(({ row }) => row === titles)?.cells ?? [];
  const below = first.filter(({ row }) => row > titles);
  return Array.from({ length: columns }, (_, index) => ({
    number: index + 1,
    title: title[index]?.trim() || columnLetter(index),
    sample: below.map(({ cells }) => cells[index]?.trim() ?? "").find((cell) => cell !== "") ?? "",
  }));
}

/** A, B, … Z, AA, … */
export function columnLetter(index: number): string {
  const last = String.fromCharCode(65 + (index % 26));
  return index < 26 ? last : columnLetter(Math.floor(index / 26) - 1) + last;
}
