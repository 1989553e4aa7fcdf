/** What the search box of a page does with the page's table. */
interface TableCommands {
  /** Moves focus and cursor to the first row. */
  focusFirstRow(): void;
  openFirstRow(): void;
}

export type TableCommand = keyof TableCommands;

const commandsOfTables = new WeakMap<Element, TableCommands>();

/** Registers the element of a table until the returned function is called. */
export function registerTable(table: Element, commands: TableCommands): () => void {
  commandsOfTables.set(table, commands);
  return () => void commandsOfTables.delete(table);
}

/** The table in the same dialog or page as the element. */
export function findTable(element: Element | null): TableCommands | undefined {
  const table = element?.closest(scopeSelector)?.querySelector("[role=grid], [role=treegrid]");
  return table ? commandsOfTables.get(table) : undefined;
}

/** Focuses the search box of the table's page and selects its text. Returns false if there is none. */
export function focusSearchBox(table: Element): boolean {
  const box = table.closest(scopeSelector)?.querySelector<HTMLInputElement>("input[role=searchbox]");
  if (!box) return false;
  box.focus();
  box.select();
  return true;
}

const scopeSelector = "[role=dialog], main";
