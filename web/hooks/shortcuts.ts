import type { TranslationKey } from "../i18n/t.ts";

interface Shortcut {
  label: TranslationKey;
  group: ShortcutGroup;
}

export type ShortcutGroup = "Everywhere" | "On a list" | "In the palette";

/** All shortcuts by key; `mod` is Ctrl, or Command on a Mac. */
export const shortcuts = {
  "mod+k": { label: "Find a house, a receipt, a page or an action", group: "Everywhere" },
  "mod+b": { label: "Fold or unfold the sidebar", group: "Everywhere" },
  "mod+z": { label: "Undo what was just done", group: "Everywhere" },
  "?": { label: "Show all shortcuts", group: "Everywhere" },
  Escape: { label: "Close what is open, empty the search", group: "Everywhere" },
  "/": { label: "Go to the search box", group: "On a list" },
  n: { label: "Add one; on a house, a receipt for it", group: "On a list" },
  p: { label: "Print the statement of a house", group: "On a list" },
  "ArrowUp ArrowDown": { label: "Walk from row to row", group: "On a list" },
  "ArrowLeft ArrowRight": { label: "Close and open a group", group: "On a list" },
  "Home End": { label: "Go to the first or the last row", group: "On a list" },
  "PageUp PageDown": { label: "Go a screenful up or down", group: "On a list" },
  Enter: { label: "Open the row, or edit it", group: "On a list" },
  Space: { label: "Tick an installment as paid", group: "On a list" },
  "mod+Enter": { label: "Open it in a new tab", group: "In the palette" },
} as const satisfies Readonly<Record<string, Shortcut>>;

export type ShortcutKey = keyof typeof shortcuts;

/** The key labels of this platform, one list for each way to press the shortcut. */
export function keyLabels(shortcut: ShortcutKey): readonly string[] {
  const mac = /Mac|iPhone|iPad/.test(navigator.userAgent);
  return shortcut.split(" ").map((key) => {
    const [last = "", mod] = key.split("+").reverse();
    const name = last.length === 1 && mod ? last.toUpperCase() : (keySymbols.get(last) ?? last);
    return mod ? `${mac ? "⌘" : "Ctrl"} ${name}` : name;
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
