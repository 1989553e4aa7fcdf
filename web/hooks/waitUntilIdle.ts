const maxIdleWaitMs = 2_000;
/** Used where requestIdleCallback is missing. */
const fallbackWaitMs = 300;

/** Resolves when the browser is idle, after at most 2 s; in Safari, which has no requestIdleCallback, after 300 ms. */
export function waitUntilIdle(): Promise<void> {
  return new Promise((resolve) => {
    if ("requestIdleCallback" in window) requestIdleCallback(() => resolve(), { timeout: maxIdleWaitMs });
    else setTimeout(resolve, fallbackWaitMs);
  });
}
