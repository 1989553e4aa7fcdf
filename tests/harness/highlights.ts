import type { Page } from "playwright-core";

/**
 * Records the rows that are highlighted from now on, because a highlight disappears after two seconds; returns a
 * function that counts them.
 */
export async function recordHighlights(page: Page): Promise<() => Promise<number>> {
  await page.evaluate(() => {
    const highlightedRows = new Set<Element>();
    new MutationObserver(() => {
      for (const row of document.querySelectorAll('[data-state="highlight"]')) highlightedRows.add(row);
      document.body.dataset.highlightedRows = String(highlightedRows.size);
    }).observe(document.body, { subtree: true, childList: true, attributes: true, attributeFilter: ["data-state"] });
  });
  return () => page.evaluate(() => Number(document.body.dataset.highlightedRows ?? 0));
}
