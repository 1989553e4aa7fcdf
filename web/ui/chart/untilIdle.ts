const maxWaitMs = 2_000;

/** Resolves when the page has nothing more urgent to do; not every browser can tell. */
export function waitUntilIdle(): Promise<void> {
  return new Promise((resolve) => {
    if ("requestIdleCallback" in window) requestIdleCallback(() => resolve(), { timeout: maxWaitMs });
    else setTimeout(resolve, 300);
  });
}
