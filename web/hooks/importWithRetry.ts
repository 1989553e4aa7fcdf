const retryAfterMs = 3_000;

/**
 * Loads code by a dynamic import; on failure retries every 3 s: without limit while the browser is offline,
 * `onlineRetries` times while it is online. Then it throws: a newer release of the portal may have removed that code.
 */
export async function importWithRetry<Loaded>(
  load: () => Promise<Loaded>,
  onlineRetries = Number.POSITIVE_INFINITY,
): Promise<Loaded> {
  try {
    return await load();
  } catch (error) {
    if (onlineRetries <= 0 && navigator.onLine) throw error;
    await new Promise((resolve) => setTimeout(resolve, retryAfterMs));
    return importWithRetry(load, navigator.onLine ? onlineRetries - 1 : onlineRetries);
  }
}

/** Loads the code of a whole screen. Retries only once while online, because the error page offers to reload. */
export function importScreen<Loaded>(load: () => Promise<Loaded>): Promise<Loaded> {
  return importWithRetry(load, 1);
}
