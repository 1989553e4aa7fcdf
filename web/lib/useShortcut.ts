import { useEffect } from "react";
import { useHandler } from "../ui/useHandler.ts";

/** Runs on a key pressed by itself; not while something is typed, a menu is open or a dialog asks. */
export function useShortcut(key: string, run: () => void, enabled = true): void {
  const handle = useHandler(run);
  useEffect(() => {
    if (!enabled) return;
    function handleKeyDown(event: KeyboardEvent) {
      if (event.key !== key || event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
      if (isTaken(event.target)) return;
      event.preventDefault();
      handle();
    }
    window.addEventListener("keydown", handleKeyDown);
    return () => window.removeEventListener("keydown", handleKeyDown);
  }, [key, enabled, handle]);
}

function isTaken(target: EventTarget | null): boolean {
  if (document.querySelector("[role=dialog][data-state=open], [role=alertdialog][data-state=open]")) return true;
  if (!(target instanceof HTMLElement)) return false;
  return target.isContentEditable || target.closest(typing) !== null;
}

const typing = "input:not([type=checkbox]), textarea, select, [role=menu]";
