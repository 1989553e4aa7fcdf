import type { SpreadsheetPreview } from "../../../shared/endpoints/import.ts";

/** Which columns of the sheet hold which fields. */
export interface ColumnMapping {
  /** From 1; 0 for none. */
  headerRowNumber: number;
  /** Column number from 1, by field. A field that the sheet lacks is left out. */
  columns: Readonly<Record<string, number>>;
}

interface SheetColumn {
  /** From 1. */
  number: number;
  /** The title of the column, or its letter. */
  title: string;
  /** The first value below the header row; "" if these rows have none. */
  sample: string;
}

/** The mapping that the server detected. */
export function toColumnMapping({ titles: headerRowNumber, guess }: SpreadsheetPreview): ColumnMapping {
  return { headerRowNumber, columns: guess };
}

/** The required fields without a column. */
export function listMissingFields(
  { fields }: SpreadsheetPreview,
  { columns }: ColumnMapping,
): SpreadsheetPreview["fields"] {
  return fields.filter(({ name, required }) => required && columns[name] === undefined);
}

/** The mapping as query parameters of the import. */
export function buildMappingQuery({ headerRowNumber, columns }: ColumnMapping): string {
  const parts = Object.entries(columns).map(([name, number]) => `${name}:${number}`);
  return new URLSearchParams({ columns: parts.join(","), titles: String(headerRowNumber) }).toString();
}

/** The columns of the sheet with titles and samples, from the first rows that the server has read. */
export function listSheetColumns({ columns, first }: SpreadsheetPreview, headerRowNumber: number): SheetColumn[] {
  const titles = first.find(({ row }) => row === headerRowNumber)?.cells ?? [];
  const dataRows = first.filter(({ row }) => row > headerRowNumber);
  return Array.from({ length: columns }, (_, index) => ({
    number: index + 1,
    title: titles[index]?.trim() || formatColumnLetter(index),
    sample: dataRows.map(({ cells }) => cells[index]?.trim() ?? "").find((cell) => cell !== "") ?? "",
  }));
}

/** A, B, … Z, AA, … for the indexes from 0. */
export function formatColumnLetter(index: number): string {
  const lastLetter = String.fromCharCode(65 + (index % 26));
  return index < 26 ? lastLetter : formatColumnLetter(Math.floor(index / 26) - 1) + lastLetter;
}
