const retryAfterMs = 3_000;

/** Loads code by a dynamic import; on failure retries every 3 s until it succeeds. */
export async function importWithRetry<Loaded>(load: () => Promise<Loaded>): Promise<Loaded> {
  try {
    return await load();
  } catch {
    await waitForRetry();
    return importWithRetry(load);
  }
}

/**
 * Like importWithRetry for the code of a whole screen, but throws when a retry fails although the browser is online: a
 * newer release of the portal may have removed that code.
 */
export async function importScreen<Loaded>(load: () => Promise<Loaded>): Promise<Loaded> {
  try {
    return await load();
  } catch {
    await waitForRetry();
    return navigator.onLine ? load() : importScreen(load);
  }
}

function waitForRetry(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, retryAfterMs));
}
