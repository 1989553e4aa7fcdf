import { openDialogSelector } from "./useShortcut.ts";

/** After this time the keys go to the page again. The dialog opens sooner, even on a slow connection. */
const maxHoldMs = 15_000;

interface HoldOptions {
  /** Called when the user no longer waits: on Escape, a click, or the focus in a text field of the page. */
  onCancel?: () => void;
  /** The keys that are passed on too, if they end the text. No Enter for forms: it could save unseen values. */
  endKeys?: readonly string[];
}

/**
 * Keeps the keys that the user presses until the dialog that is about to open has the focus, and enters the text there.
 * They would be lost otherwise, or be taken as shortcuts of the page. Returns a function that gives the keys back to
 * the page, for a dialog that does not open.
 */
export function holdTyping({ onCancel, endKeys = [] }: HoldOptions = {}): () => void {
  releaseCurrent();
  releaseCurrent = release;
  const keys: string[] = [];
  const timer = setTimeout(release, maxHoldMs);
  window.addEventListener("keydown", handleKeyDown, true);
  window.addEventListener("pointerdown", cancel, true);
  window.addEventListener("focusin", handleFocus);
  return release;

  function handleKeyDown(event: KeyboardEvent) {
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
    if (event.key === "Escape") return cancel();
    keys.push(event.key);
    event.preventDefault();
    event.stopImmediatePropagation();
  }

  function handleFocus({ target }: FocusEvent) {
    if (!(target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement)) return;
    if (!target.closest(anyDialogSelector)) return cancel();
    if (!target.closest(openDialogSelector)) return;
    release();
    const text = readText(keys);
    // After the dialog has selected the text of the field.
    if (text !== "") queueMicrotask(() => replaceSelection(target, text));
    // After the results for the text are rendered.
    for (const key of readEndKeys(keys, endKeys)) setTimeout(() => pressKey(target, key));
  }

  function cancel() {
    release();
    onCancel?.();
  }

  function release() {
    clearTimeout(timer);
    window.removeEventListener("keydown", handleKeyDown, true);
    window.removeEventListener("pointerdown", cancel, true);
    window.removeEventListener("focusin", handleFocus);
  }
}

let releaseCurrent: () => void = () => undefined;

/**
 * The function that gives back the keys held now, for a screen that was opened to show a dialog and then shows none. It
 * does not affect keys held later.
 */
export function getTypingRelease(): () => void {
  return releaseCurrent;
}

/** Also a dialog that fades out, such as the palette before the form that it opens. */
const anyDialogSelector = ":is([role=dialog], [role=alertdialog])";

function readText(keys: readonly string[]): string {
  return keys.reduce((text, key) => {
    if (key === "Backspace") return text.slice(0, -1);
    return key.length === 1 ? text + key : text;
  }, "");
}

/**
 * The end keys after the text. None if the user has also pressed another key that moves the selection: without that
 * key, Enter would open another item than the user expects.
 */
function readEndKeys(keys: readonly string[], endKeys: readonly string[]): readonly string[] {
  const lastTextIndex = keys.findLastIndex((key) => key.length === 1 || key === "Backspace");
  const commands = keys.filter((key) => /^(Arrow|Home|End|Tab|Enter)/.test(key));
  const kept = keys.slice(lastTextIndex + 1).filter((key) => endKeys.includes(key));
  return kept.length === commands.length ? kept : [];
}

/** Enters the text as if it was typed. */
function replaceSelection(field: HTMLInputElement | HTMLTextAreaElement, text: string): void {
  // Not a text field, such as a checkbox.
  if (field.selectionStart === null || field.selectionEnd === null) return;
  field.setRangeText(text, field.selectionStart, field.selectionEnd, "end");
  field.dispatchEvent(new InputEvent("input", { bubbles: true, inputType: "insertText", data: text }));
}

function pressKey(field: HTMLElement, key: string): void {
  field.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
}
