import { accessSync, constants, mkdirSync } from "node:fs";

/** Makes DATA_DIR where it is not there yet. Throws, in one line that says what to do, where nothing can be written to it. */
export function ensureDataFolder(dataDir: string): void {
  try {
    mkdirSync(dataDir, { recursive: true });
    accessSync(dataDir, constants.W_OK | constants.X_OK);
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : error;
    throw new Error(
      `Wrong setting: DATA_DIR ${dataDir} cannot be written to (${code}): name a folder of this user's own`,
    );
  }
}
