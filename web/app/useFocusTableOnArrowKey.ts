import { useEffect } from "react";

/** The arrows lead into the page's table from anywhere that has no use for them: from nowhere, or the page itself. */
export function useFocusTableOnArrowKey(): void {
  useEffect(() => {
    function handleKeyDown(event: KeyboardEvent) {
      if (event.key !== "ArrowDown" && event.key !== "ArrowUp") return;
      if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
      if (event.target !== document.body && event.target !== document.querySelector("main")) return;
      const table = document.querySelector<HTMLElement>("main [role=grid], main [role=treegrid]");
      if (!table) return;
      event.preventDefault();
      table.focus({ preventScroll: true });
    }
    window.addEventListener("keydown", handleKeyDown);
    return () => window.removeEventListener("keydown", handleKeyDown);
  }, []);
}
