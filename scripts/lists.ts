import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pagesDeclared, readDeclarations } from "./lists/declarations.ts";
import { mistakesIn } from "./lists/mistakes.ts";
import { staleLists } from "./lists/texts.ts";
import { runScript } from "./run.ts";

const root = join(import.meta.dirname, "..");
const looksOnly = process.argv.includes("--check");

/** npm run fix writes the lists that follow from the declared resources and pages; npm run check only looks whether they are right. */
runScript(async () => {
  const declarations = await readDeclarations();
  const stale = await staleLists(declarations);
  if (!looksOnly) for (const { path, text } of stale) await writeFile(join(root, path), text);
  const wrong = mistakesIn(pagesDeclared(declarations));
  if (looksOnly && stale.length > 0)
    wrong.push(`What is declared is not yet in ${stale.map(({ path }) => path).join(", ")}: run npm run fix`);
  if (wrong.length > 0) throw new Error(wrong.join("\n"));
});
