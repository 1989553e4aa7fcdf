import type { ShortcutKey } from "./shortcuts.ts";
import { useWindowEvent } from "./useWindowEvent.ts";

/**
 * Calls back on a shortcut, unless a dialog is open. Ignores keys without Ctrl while the user types or uses a menu. The
 * browser does not handle the key too, unless the callback returns false.
 */
export function useShortcut(shortcut: ShortcutKey, callback: (event: KeyboardEvent) => unknown, enabled = true): void {
  useWindowEvent("keydown", (event) => {
    if (!enabled || !isPressed(event, shortcut) || event.defaultPrevented || event.isComposing) return;
    if (isDialogOpen()) return;
    if (isSuppressedWhileTyping(shortcut) && isTyping(event.target)) return;
    if (callback(event) !== false) event.preventDefault();
  });
}

/** Whether the event is this shortcut on any keyboard layout: on an Urdu layout the key labelled N counts as n. */
export function isPressed(event: KeyboardEvent, shortcut: ShortcutKey): boolean {
  const needsMod = shortcut.startsWith("mod+");
  if (event.altKey || (event.ctrlKey || event.metaKey) !== needsMod) return false;
  // With Shift these are other commands: Ctrl+Shift+Z repeats what Ctrl+Z has undone.
  if (needsMod && event.shiftKey) return false;
  return normalizeKey(event) === (needsMod ? shortcut.slice("mod+".length) : shortcut);
}

function isSuppressedWhileTyping(shortcut: ShortcutKey): boolean {
  return !shortcut.startsWith("mod+") || shortcut === "mod+z";
}

/** A dialog or question that is open, not one that fades out. */
export const openDialogSelector = ":is([role=dialog], [role=alertdialog])[data-state=open]";

export function isDialogOpen(): boolean {
  return document.querySelector(openDialogSelector) !== null;
}

function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement) || target.closest(closingDialogSelector)) return false;
  return target.isContentEditable || target.closest(typingSelector) !== null;
}

/** A dialog that fades out keeps the focus for that time, but takes no text. */
const closingDialogSelector = "[role=dialog][data-state=closed]";
const typingSelector = "input:not([type=checkbox]), textarea, select, [role=menu]";

/** The character of the key on an English keyboard, or the name of a key without a character. */
function normalizeKey({ key, code, shiftKey }: KeyboardEvent): string {
  if (key.length > 1) return key;
  if (key === " ") return "Space";
  const isAscii = /^[\u0021-\u007e]$/.test(key);
  if (isAscii) return key.toLowerCase();
  if (code.startsWith("Key")) return code.slice("Key".length).toLowerCase();
  if (code === "Slash" || key === "؟") return shiftKey || key === "؟" ? "?" : "/";
  return key;
}
