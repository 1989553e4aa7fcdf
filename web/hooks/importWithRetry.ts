const retryAfterMs = 3_000;

/** Loads code by a dynamic import; on failure retries every 3 s until it succeeds. */
export async function importWithRetry<Loaded>(load: () => Promise<Loaded>): Promise<Loaded> {
  try {
    return await load();
  } catch {
    await new Promise((resolve) => setTimeout(resolve, retryAfterMs));
    return importWithRetry(load);
  }
}
