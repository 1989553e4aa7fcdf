import { useRef } from "react";

/** Gives the focus back, when a dialog closes, to what had it before; to the page when that is gone. */
export function useRestoreFocus() {
  const before = useRef<Element | null>(null);

  function handleOpenAutoFocus() {
    before.current = document.activeElement;
  }

  // Radix looks only at its own trigger, and our dialogs are opened by state.
  function handleCloseAutoFocus(event: Event) {
    event.preventDefault();
    const element = before.current;
    if (element instanceof HTMLElement && element.isConnected && element !== document.body) return element.focus();
    document.getElementById("content")?.focus();
  }

  return { handleOpenAutoFocus, handleCloseAutoFocus };
}
