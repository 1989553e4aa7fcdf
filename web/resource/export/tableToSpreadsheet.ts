import type { Spreadsheet, SpreadsheetCell } from "../../../shared/documents/spreadsheet.ts";
import type { Column } from "../../ui/table/tableTypes.ts";

export type ExportColumn<Row> = Pick<Column<Row>, "key" | "title" | "width" | "exportValue" | "sortValue">;

/** What a table shows as a sheet: a head that stays in sight, and a row a line. */
export function tableToSpreadsheet<Row>({ name, columns, rows }: TableToSpreadsheetInput<Row>): Spreadsheet {
  const taken = columns.filter((column) => column.exportValue ?? column.sortValue);
  return {
    name,
    frozenRows: 1,
    columnWidths: taken.map(({ title, width }) => Math.max(width, title.length) + widthPadding),
    rows: [taken.map(({ title }) => title), ...rows.map((row) => taken.map((column) => toCell(column, row)))],
  };
}

interface TableToSpreadsheetInput<Row> {
  name: string;
  columns: readonly ExportColumn<Row>[];
  rows: readonly Row[];
}

/** In letters; a column's content touches no edge. */
const widthPadding = 2;

function toCell<Row>(column: ExportColumn<Row>, row: Row): SpreadsheetCell {
  return column.exportValue ? column.exportValue(row) : column.sortValue?.(row);
}
