import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { collectPages, findPageErrors, readDeclarations } from "./codegen/declarations.ts";
import { findStaleFiles } from "./codegen/generated-files.ts";
import { runScript } from "./lib/process.ts";

const root = join(import.meta.dirname, "..");
const isCheck = process.argv.includes("--check");

/**
 * Part of npm run fix: writes the files that are generated from the declared resources and pages. With `--check`, as in
 * npm run check, only compares them; a file that differs is an error.
 */
runScript(async () => {
  const declarations = await readDeclarations();
  const stale = await findStaleFiles(declarations);
  if (!isCheck) for (const { path, text } of stale) await writeFile(join(root, path), text);
  const errors = findPageErrors(collectPages(declarations));
  if (isCheck && stale.length > 0)
    errors.push(`Not up to date: ${stale.map(({ path }) => path).join(", ")}: run npm run fix`);
  if (errors.length > 0) throw new Error(errors.join("\n"));
});
