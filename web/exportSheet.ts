import type { Sheet, SheetCell } from "../shared/paper/sheet.ts";
import type { Column } from "./ui/TableTypes.ts";

export type ExportColumn<Row> = Pick<Column<Row>, "key" | "title" | "width" | "value" | "sortValue">;

/** What a table shows as a sheet: a head that stays in sight, and a row a line. */
export function exportSheet<Row>({ name, columns, rows }: ExportSheetInput<Row>): Sheet {
  const taken = columns.filter((column) => column.value ?? column.sortValue);
  return {
    name,
    frozen: 1,
    widths: taken.map(({ title, width }) => Math.max(width, title.length) + margin),
    rows: [taken.map(({ title }) => title), ...rows.map((row) => taken.map((column) => cellOf(column, row)))],
  };
}

interface ExportSheetInput<Row> {
  name: string;
  columns: readonly ExportColumn<Row>[];
  rows: readonly Row[];
}

/** In letters; a column's content touches no edge. */
const margin = 2;

function cellOf<Row>(column: ExportColumn<Row>, row: Row): SheetCell {
  return column.value ? column.value(row) : column.sortValue?.(row);
}
