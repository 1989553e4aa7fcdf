import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { declaredPages, findPageErrors, readDeclarations } from "./codegen/declarations.ts";
import { findStaleFiles } from "./codegen/generated-files.ts";
import { runScript } from "./lib/process.ts";

const root = join(import.meta.dirname, "..");
const checkOnly = process.argv.includes("--check");

/** npm run fix writes the lists that follow from the declared resources and pages; npm run check only looks whether they are right. */
runScript(async () => {
  const declarations = await readDeclarations();
  const stale = await findStaleFiles(declarations);
  if (!checkOnly) for (const { path, text } of stale) await writeFile(join(root, path), text);
  const wrong = findPageErrors(declaredPages(declarations));
  if (checkOnly && stale.length > 0)
    wrong.push(`What is declared is not yet in ${stale.map(({ path }) => path).join(", ")}: run npm run fix`);
  if (wrong.length > 0) throw new Error(wrong.join("\n"));
});
