import { type RefObject, useEffect } from "react";

/** Marks the parent of the scroller with `data-cut-off` while columns are hidden at its end. */
export function useCutOffSign(scroller: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = scroller.current;
    if (!element) return;
    function update(): void {
      if (!element) return;
      // Negative in right-to-left pages.
      const scrolled = Math.abs(element.scrollLeft);
      const hiddenPx = element.scrollWidth - element.clientWidth - scrolled;
      element.parentElement?.toggleAttribute("data-cut-off", hiddenPx > 1);
    }
    const observer = new ResizeObserver(update);
    observer.observe(element);
    for (const child of element.children) observer.observe(child);
    element.addEventListener("scroll", update, { passive: true });
    return () => {
      observer.disconnect();
      element.removeEventListener("scroll", update);
    };
  }, [scroller]);
}
