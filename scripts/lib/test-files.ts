import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";

const root = join(import.meta.dirname, "..", "..");

/** Paths of the test files whose text matches, relative to the project, sorted. */
export async function findTestFiles(matches: (text: string) => boolean): Promise<string[]> {
  const files = (await readdir(join(root, "tests"), { recursive: true })).filter((file) => file.endsWith(".test.ts"));
  const matching = await Promise.all(
    files.map(async (file) => (matches(await readFile(join(root, "tests", file), "utf8")) ? [`tests/${file}`] : [])),
  );
  return matching.flat().sort();
}

/** `/…/tests/api/plot.test.ts` → `api/plot`. */
export function testFileName(moduleId: string): string {
  return (moduleId.split("/tests/").at(-1) ?? "").replace(/\.test\.ts$/, "");
}
