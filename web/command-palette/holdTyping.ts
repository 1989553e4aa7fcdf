import { openDialogSelector } from "../hooks/useShortcut.ts";

/** The dialog should be open long before, also on a slow connection; then the keys go to the page again. */
const maxHoldMs = 15_000;

/**
 * Keeps the characters that the user types until the dialog that is about to open has the focus, and enters them there.
 * They would be lost otherwise, or be taken as shortcuts of the page. Returns a function that gives the keys back to the
 * page, for a dialog that does not open.
 */
export function holdTyping(): () => void {
  let text = "";
  const timer = setTimeout(release, maxHoldMs);
  window.addEventListener("keydown", handleKeyDown, true);
  window.addEventListener("focusin", handleFocus);
  return release;

  function handleKeyDown(event: KeyboardEvent) {
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
    if (event.key === "Escape") return release();
    if (event.key.length === 1) text += event.key;
    event.preventDefault();
    event.stopImmediatePropagation();
  }

  function handleFocus({ target }: FocusEvent) {
    if (!(target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement)) return;
    if (!target.closest(openDialogSelector)) return;
    release();
    // After the dialog has selected the text of the field.
    if (text !== "") queueMicrotask(() => replaceSelection(target, text));
  }

  function release() {
    clearTimeout(timer);
    window.removeEventListener("keydown", handleKeyDown, true);
    window.removeEventListener("focusin", handleFocus);
  }
}

/** Enters the text as if it was typed. */
function replaceSelection(field: HTMLInputElement | HTMLTextAreaElement, text: string): void {
  // Not a text field, such as a tick box.
  if (field.selectionStart === null || field.selectionEnd === null) return;
  field.setRangeText(text, field.selectionStart, field.selectionEnd, "end");
  field.dispatchEvent(new InputEvent("input", { bubbles: true, inputType: "insertText", data: text }));
}
