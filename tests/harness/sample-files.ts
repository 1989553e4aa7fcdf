import { existsSync } from "node:fs";
import { join } from "node:path";

/** The sample spreadsheets of a society. They lie beside the repository; tests that read them are skipped without. */
export const sampleFolder = join(import.meta.dirname, "..", "..", "..", "shared", "data");

export const hasSampleFiles = existsSync(sampleFolder);
