import type { Words } from "./lib/language.ts";

interface Shortcut {
  /** What it does. */
  words: Words;
  place: ShortcutPlace;
}

export type ShortcutPlace = "Everywhere" | "On a list" | "In the palette";

/** Every key there is, by what is pressed; `mod` is Ctrl, or Command on a Mac. A screen listens to no other. */
export const shortcuts = {
  "mod+k": { words: "Find a house, a receipt, a page or an action", place: "Everywhere" },
  "mod+b": { words: "Fold or unfold the sidebar", place: "Everywhere" },
  "mod+z": { words: "Undo what was just done", place: "Everywhere" },
  "?": { words: "Show all shortcuts", place: "Everywhere" },
  Escape: { words: "Close what is open, empty the search", place: "Everywhere" },
  "/": { words: "Go to the search box", place: "On a list" },
  n: { words: "Add one; on a house, a receipt for it", place: "On a list" },
  p: { words: "Print the statement of a house", place: "On a list" },
  "ArrowUp ArrowDown": { words: "Walk from row to row", place: "On a list" },
  "ArrowLeft ArrowRight": { words: "Close and open a group", place: "On a list" },
  "Home End": { words: "Go to the first or the last row", place: "On a list" },
  "PageUp PageDown": { words: "Go a screenful up or down", place: "On a list" },
  Enter: { words: "Open the row, or edit it", place: "On a list" },
  Space: { words: "Tick an installment as paid", place: "On a list" },
  "mod+Enter": { words: "Open it in a new tab", place: "In the palette" },
} as const satisfies Readonly<Record<string, Shortcut>>;

export type ShortcutKey = keyof typeof shortcuts;

/** The keys as they are printed on this machine's keyboard, one list for each way to press them. */
export function printedKeys(shortcut: ShortcutKey): readonly string[] {
  const mac = /Mac|iPhone|iPad/.test(navigator.userAgent);
  return shortcut.split(" ").map((key) => {
    const [last = "", mod] = key.split("+").reverse();
    const name = last.length === 1 && mod ? last.toUpperCase() : (printed.get(last) ?? last);
    return mod ? `${mac ? "⌘" : "Ctrl"} ${name}` : name;
  });
}

const printed: ReadonlyMap<string, string> = new Map([
  ["ArrowUp", "↑"],
  ["ArrowDown", "↓"],
  ["ArrowLeft", "←"],
  ["ArrowRight", "→"],
  ["Escape", "Esc"],
  ["PageUp", "Page Up"],
  ["PageDown", "Page Down"],
]);
