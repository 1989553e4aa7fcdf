import { existsSync } from "node:fs";
import { join } from "node:path";

/**
 * The sample spreadsheets of a society, in a folder beside the repository. Without it, the tests that read them are
 * skipped.
 */
export const sampleFolder = join(import.meta.dirname, "..", "..", "..", "shared", "data");

export const hasSampleFiles = existsSync(sampleFolder);
