import { DropdownMenu } from "radix-ui";
import { type ExportColumn, exportSheet } from "./exportSheet.ts";
import { say } from "./lib/language.ts";
import { type SheetKind, saveSheet } from "./saveSheet.ts";
import { Button } from "./ui/Button.tsx";
import { Icon } from "./ui/Icon.tsx";
import { MenuItem, MenuPanel } from "./ui/ShellMenu.tsx";
import { sortRows } from "./ui/TableSort.ts";
import { useExporting } from "./useExporting.ts";

interface ExportMenuProps<Row> {
  /** The sheet's. */
  name: string;
  /** The file's name without its ending. */
  file: string;
  columns: readonly ExportColumn<Row>[];
  /** What is shown; asked for when a file is made. */
  rows(): readonly Row[];
  /** Its order; as it comes without. */
  sort?: string;
  /** There is nothing to export. */
  empty: boolean;
  /** Where there is no room for a button of its own: opens the import. */
  onImport?: (() => void) | undefined;
}

/** Takes what a table shows out of the portal, as it is filtered and sorted now. */
export function ExportMenu<Row>({ name, file, columns, rows, sort, empty, onImport }: ExportMenuProps<Row>) {
  const { busy, run } = useExporting();

  function handleChoice(kind: SheetKind) {
    const sorted = () => sortRows({ rows: rows(), columns, sort });
    void run(kind, () => saveSheet({ kind, name: file, sheet: exportSheet({ name, columns, rows: sorted() }) }));
  }

  return (
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger asChild disabled={(empty && !onImport) || busy !== undefined}>
        <Button variant="ghost" icon="download" iconOnPhone busy={busy !== undefined}>
          {say("Export")}
        </Button>
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <MenuPanel align="end" sideOffset={4}>
          <MenuItem disabled={empty} onSelect={() => handleChoice("xlsx")}>
            <Icon name="sheet" />
            Excel
          </MenuItem>
          <MenuItem disabled={empty} onSelect={() => handleChoice("csv")}>
            <Icon name="file-text" />
            CSV
          </MenuItem>
          {onImport && (
            <MenuItem onSelect={onImport}>
              <Icon name="upload" />
              {say("Import")}
            </MenuItem>
          )}
        </MenuPanel>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}
