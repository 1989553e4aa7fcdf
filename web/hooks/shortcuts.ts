interface Shortcut {
  /** English text, which must have a translation, because the help passes it to t(). */
  label: string;
  group: ShortcutGroup;
}

export type ShortcutGroup = "Everywhere" | "On a list" | "In the report" | "In the search";

/** All shortcuts by key; `mod` is Ctrl, or Command on a Mac. */
export const shortcuts = {
  "mod+k": { label: "Find a house, a receipt, a page or an action", group: "Everywhere" },
  "mod+b": { label: "Collapse or expand the sidebar", group: "Everywhere" },
  "mod+z": { label: "Undo the last change", group: "Everywhere" },
  "?": { label: "Show all shortcuts", group: "Everywhere" },
  Escape: { label: "Close the dialog or menu, clear the search", group: "Everywhere" },
  "/": { label: "Go to the search box", group: "On a list" },
  n: { label: "Add a record; on a house, add a receipt", group: "On a list" },
  p: { label: "Print the statement of a house", group: "On a list" },
  "ArrowUp ArrowDown": { label: "Move between rows", group: "On a list" },
  "ArrowLeft ArrowRight": { label: "Collapse or expand a group", group: "On a list" },
  "Home End": { label: "Go to the first or the last row", group: "On a list" },
  "PageUp PageDown": { label: "Move one screen up or down", group: "On a list" },
  Enter: { label: "Open or edit the row", group: "On a list" },
  Space: { label: "Mark an installment as paid", group: "On a list" },
  ArrowLeft: { label: "Go to the month on the left", group: "In the report" },
  ArrowRight: { label: "Go to the month on the right", group: "In the report" },
  "mod+Enter": { label: "Open it in a new tab", group: "In the search" },
} as const satisfies Readonly<Record<string, Shortcut>>;

export type ShortcutKey = keyof typeof shortcuts;

/** The labels of the shortcut's keys on this platform, one for each alternative: "↑", "↓" or "Ctrl K". */
export function getKeyLabels(shortcut: ShortcutKey): readonly string[] {
  const isMac = /Mac|iPhone|iPad/.test(navigator.userAgent);
  return shortcut.split(" ").map((combination) => {
    const [key = "", mod] = combination.split("+").reverse();
    const label = key.length === 1 && mod ? key.toUpperCase() : (keySymbols.get(key) ?? key);
    return mod ? `${isMac ? "⌘" : "Ctrl"} ${label}` : label;
  });
}

const keySymbols: ReadonlyMap<string, string> = new Map([
  ["ArrowUp", "↑"],
  ["ArrowDown", "↓"],
  ["ArrowLeft", "←"],
  ["ArrowRight", "→"],
  ["Escape", "Esc"],
  ["PageUp", "Page Up"],
  ["PageDown", "Page Down"],
]);
