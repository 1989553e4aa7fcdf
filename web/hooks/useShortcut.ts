import { useEffect } from "react";
import type { ShortcutKey } from "./shortcuts.ts";
import { useEvent } from "./useEvent.ts";

/** Calls back on a shortcut, unless a dialog is open. Ignores keys without Ctrl while the user types or uses a menu. */
export function useShortcut(shortcut: ShortcutKey, callback: () => void, enabled = true): void {
  const handle = useEvent(callback);
  useEffect(() => {
    if (!enabled) return;
    function handleKeyDown(event: KeyboardEvent) {
      if (!isPressed(event, shortcut) || event.defaultPrevented || event.isComposing) return;
      if (document.querySelector(openDialogSelector)) return;
      if (isSuppressedWhileTyping(shortcut) && isTyping(event.target)) return;
      event.preventDefault();
      handle();
    }
    window.addEventListener("keydown", handleKeyDown);
    return () => window.removeEventListener("keydown", handleKeyDown);
  }, [shortcut, enabled, handle]);
}

/** Whether the event is this shortcut on any keyboard layout: on an Urdu layout the key labelled N counts as n. */
export function isPressed(event: KeyboardEvent, shortcut: ShortcutKey): boolean {
  const needsMod = shortcut.startsWith("mod+");
  if (event.altKey || (event.ctrlKey || event.metaKey) !== needsMod) return false;
  return normalizedKey(event) === (needsMod ? shortcut.slice("mod+".length) : shortcut);
}

function isSuppressedWhileTyping(shortcut: ShortcutKey): boolean {
  return !shortcut.startsWith("mod+") || shortcut === "mod+z";
}

const openDialogSelector = "[role=dialog][data-state=open], [role=alertdialog][data-state=open]";

function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  return target.isContentEditable || target.closest(typingSelector) !== null;
}

const typingSelector = "input:not([type=checkbox]), textarea, select, [role=menu]";

function normalizedKey({ key, code, shiftKey }: KeyboardEvent): string {
  if (key.length > 1) return key;
  const isAscii = /^[\u0021-\u007e]$/.test(key);
  if (isAscii) return key.toLowerCase();
  if (code.startsWith("Key")) return code.slice("Key".length).toLowerCase();
  if (code === "Slash" || key === "؟") return shiftKey || key === "؟" ? "?" : "/";
  return key;
}
