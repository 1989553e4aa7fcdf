import { DropdownMenu } from "radix-ui";
import type { Spreadsheet, SpreadsheetCell } from "../../../shared/documents/spreadsheet.ts";
import { t } from "../../i18n/t.ts";
import { Button } from "../../ui/button/Button.tsx";
import { Icon } from "../../ui/icon/Icon.tsx";
import { MenuItem, MenuPanel } from "../../ui/menu/Menu.tsx";
import { sortRows } from "../../ui/table/sortRows.ts";
import type { Column } from "../../ui/table/tableTypes.ts";
import { useExport } from "./ExportButton.tsx";
import { type SpreadsheetFormat, saveSpreadsheet } from "./saveSpreadsheet.ts";

interface ExportMenuProps<Row> {
  /** The name of the sheet. */
  name: string;
  /** Without the extension. */
  fileName: string;
  columns: readonly ExportColumn<Row>[];
  /** Called when an export starts. */
  getRows: () => readonly Row[];
  /** "Field" or "-Field". */
  sort?: string;
  isEmpty: boolean;
  /** Adds an entry to the menu that opens the import. */
  onImport?: (() => void) | undefined;
}

/** Exports the visible rows of a table in their current order. */
export function ExportMenu<Row>({ name, fileName, columns, getRows, sort, isEmpty, onImport }: ExportMenuProps<Row>) {
  const { isExporting, runExport } = useExport();

  function handleExport(format: SpreadsheetFormat) {
    const getSortedRows = () => sortRows({ rows: getRows(), columns, sort });
    void runExport(() =>
      saveSpreadsheet({ format, fileName, sheet: tableToSpreadsheet({ name, columns, rows: getSortedRows() }) }),
    );
  }

  return (
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger asChild disabled={(isEmpty && !onImport) || isExporting}>
        <Button variant="ghost" icon="download" iconOnlyOnMobile busy={isExporting}>
          {t("Export")}
        </Button>
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <MenuPanel align="end" sideOffset={4}>
          <MenuItem disabled={isEmpty} onSelect={() => handleExport("xlsx")}>
            <Icon name="sheet" />
            Excel
          </MenuItem>
          <MenuItem disabled={isEmpty} onSelect={() => handleExport("csv")}>
            <Icon name="file-text" />
            CSV
          </MenuItem>
          {onImport && (
            <MenuItem onSelect={onImport}>
              <Icon name="upload" />
              {t("Import")}
            </MenuItem>
          )}
        </MenuPanel>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}

export type ExportColumn<Row> = Pick<Column<Row>, "key" | "title" | "width" | "exportValue" | "sortValue">;

/** The table as a spreadsheet with a frozen header row. */
function tableToSpreadsheet<Row>({ name, columns, rows }: TableToSpreadsheetInput<Row>): Spreadsheet {
  const exportedColumns = columns.filter((column) => column.exportValue ?? column.sortValue);
  return {
    name,
    frozenRows: 1,
    columnWidths: exportedColumns.map(({ title, width }) => Math.max(width, title.length) + widthPadding),
    rows: [
      exportedColumns.map(({ title }) => title),
      ...rows.map((row) => exportedColumns.map((column) => toCell(column, row))),
    ],
  };
}

interface TableToSpreadsheetInput<Row> {
  name: string;
  columns: readonly ExportColumn<Row>[];
  rows: readonly Row[];
}

/** In characters, so that the content does not touch the column's edge. */
const widthPadding = 2;

function toCell<Row>(column: ExportColumn<Row>, row: Row): SpreadsheetCell {
  return column.exportValue ? column.exportValue(row) : column.sortValue?.(row);
}
