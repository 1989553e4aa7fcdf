import { DropdownMenu } from "radix-ui";
import type { Spreadsheet, SpreadsheetCell } from "../../../shared/documents/spreadsheet.ts";
import { t } from "../../i18n/t.ts";
import { Button } from "../../ui/button/Button.tsx";
import { Icon, type IconName } from "../../ui/icon/Icon.tsx";
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
  getRows: () => readonly Row[] | Promise<readonly Row[]>;
  /** "Field" or "-Field". */
  sort?: string;
  isEmpty: boolean;
  /** Further entries after the exports, for a toolbar without room for their buttons. */
  more?: readonly MenuEntry[] | undefined;
}

interface MenuEntry {
  icon: IconName;
  label: string;
  disabled?: boolean;
  onSelect: () => void;
}

/** A menu that exports the rows as Excel or CSV, in the order of `sort`. */
export function ExportMenu<Row>(props: ExportMenuProps<Row>) {
  const { name, fileName, columns, getRows, sort, isEmpty, more = [] } = props;
  const { isExporting, runExport } = useExport();

  function handleExport(format: SpreadsheetFormat) {
    void runExport(async () => {
      const rows = sortRows({ rows: await getRows(), columns, sort });
      await saveSpreadsheet({ format, fileName, sheet: tableToSpreadsheet({ name, columns, rows }) });
    });
  }

  return (
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger asChild disabled={(isEmpty && more.length === 0) || isExporting()}>
        <Button variant="ghost" icon={more.length === 0 ? "download" : "more"} iconOnlyOnMobile busy={isExporting()}>
          {more.length === 0 ? t("Export") : t("More actions")}
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
          {more.map(({ icon, label, disabled, onSelect }) => (
            <MenuItem key={icon} disabled={disabled} onSelect={onSelect}>
              <Icon name={icon} />
              {label}
            </MenuItem>
          ))}
        </MenuPanel>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}

/** A column that is exported if it has an `exportValue` or, instead, a `sortValue`. */
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
  const value = column.exportValue ? column.exportValue(row) : column.sortValue?.(row);
  return typeof value === "string" ? value.replace(directionIsolates, "") : value;
}

/** The invisible characters that `isolate` puts around a text. A search in a spreadsheet would fail with them. */
const directionIsolates = /[\u2066-\u2069]/g;
