const retryAfterMs = 3_000;

/** Imports a module; on failure retries every 3 s until it succeeds. */
export async function importWithRetry<Module>(load: () => Promise<Module>): Promise<Module> {
  try {
    return await load();
  } catch {
    await new Promise((resolve) => setTimeout(resolve, retryAfterMs));
    return importWithRetry(load);
  }
}
