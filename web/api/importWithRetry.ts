const retryAfterMs = 3_000;

/** Imports a module, again after a pause as long as it cannot be loaded. */
export async function importWithRetry<Module>(load: () => Promise<Module>): Promise<Module> {
  try {
    return await load();
  } catch {
    await new Promise((resolve) => setTimeout(resolve, retryAfterMs));
    return importWithRetry(load);
  }
}
