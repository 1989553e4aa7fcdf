import { DropdownMenu } from "radix-ui";
import { t } from "../../i18n/t.ts";
import { Button } from "../../ui/button/Button.tsx";
import { Icon } from "../../ui/icon/Icon.tsx";
import { MenuItem, MenuPanel } from "../../ui/menu/Menu.tsx";
import { sortRows } from "../../ui/table/sortRows.ts";
import { type SpreadsheetFormat, saveSpreadsheet } from "./saveSpreadsheet.ts";
import { type ExportColumn, tableToSpreadsheet } from "./tableToSpreadsheet.ts";
import { useExport } from "./useExport.ts";

interface ExportMenuProps<Row> {
  /** The sheet's. */
  name: string;
  /** The file's name without its ending. */
  fileName: string;
  columns: readonly ExportColumn<Row>[];
  /** What is shown; asked for when a file is made. */
  getRows(): readonly Row[];
  /** Its order; as it comes without. */
  sort?: string;
  /** There is nothing to export. */
  isEmpty: boolean;
  /** Where there is no room for a button of its own: opens the import. */
  onImport?: (() => void) | undefined;
}

/** Takes what a table shows out of the portal, as it is filtered and sorted now. */
export function ExportMenu<Row>({ name, fileName, columns, getRows, sort, isEmpty, onImport }: ExportMenuProps<Row>) {
  const { busy, run } = useExport();

  function handleChoice(format: SpreadsheetFormat) {
    const sorted = () => sortRows({ rows: getRows(), columns, sort });
    void run(format, () =>
      saveSpreadsheet({ format, fileName, sheet: tableToSpreadsheet({ name, columns, rows: sorted() }) }),
    );
  }

  return (
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger asChild disabled={(isEmpty && !onImport) || busy !== undefined}>
        <Button variant="ghost" icon="download" iconOnlyOnMobile busy={busy !== undefined}>
          {t("Export")}
        </Button>
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <MenuPanel align="end" sideOffset={4}>
          <MenuItem disabled={isEmpty} onSelect={() => handleChoice("xlsx")}>
            <Icon name="sheet" />
            Excel
          </MenuItem>
          <MenuItem disabled={isEmpty} onSelect={() => handleChoice("csv")}>
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
