import type { ImportLook } from "../../shared/endpoints/import.ts";

/** Which column holds what, and in which row the titles stand; 0 for none. */
export interface Chosen {
  titles: number;
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

export function guessOf({ titles, guess }: ImportLook): Chosen {
  return { titles, columns: guess };
}

/** The needed fields that no column is chosen for. */
export function missingIn({ fields }: ImportLook, { columns }: Chosen): ImportLook["fields"] {
  return fields.filter(({ name, required }) => required && columns[name] === undefined);
}

/** As the server wants to be told. */
export function queryOf({ titles, columns }: Chosen): string {
  const parts = Object.entries(columns).map(([name, number]) => `${name}:${number}`);
  return new URLSearchParams({ columns: parts.join(","), titles: String(titles) }).toString();
}

/** The columns of the sheet as people know them. */
export function columnsIn({ columns, first }: ImportLook, titles: number): SheetColumn[] {
  const title = first.find(({ row }) => row === titles)?.cells ?? [];
  const below = first.filter(({ row }) => row > titles);
  return Array.from({ length: columns }, (_, index) => ({
    number: index + 1,
    title: title[index]?.trim() || letterOf(index),
    sample: below.map(({ cells }) => cells[index]?.trim() ?? "").find((cell) => cell !== "") ?? "",
  }));
}

/** A, B, … Z, AA, … */
export function letterOf(index: number): string {
  const last = String.fromCharCode(65 + (index % 26));
  return index < 26 ? last : letterOf(Math.floor(index / 26) - 1) + last;
}
