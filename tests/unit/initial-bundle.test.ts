import { readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { expect, test } from "vitest";

const root = join(import.meta.dirname, "..", "..");

test.each([
  "web/app/main.tsx",
  "web/app/preload.ts",
  "web/app/layout/AppLayout.tsx",
  "web/app/HomePage.tsx",
  "web/features/auth/Login.tsx",
  "web/live/liveClient.ts",
])("%s does not statically import zod, messages.ts, tableStyles.ts or lazyIcons.ts", (entry) => {
  for (const module of [/^zod$/, /\/messages\.ts$/, /\/tableStyles\.ts$/, /\/lazyIcons\.ts$/])
    expect(findImportPath(join(root, entry), module).map((file) => relative(root, file))).toEqual([]);
});

test("an import through other files is found", () => {
  const path = findImportPath(join(root, "web/app/main.tsx"), /^styled-components$/);
  expect(path.length).toBeGreaterThan(1);
});

/** The files from the entry to the one that imports the module when it is loaded; empty if none does. */
function findImportPath(entry: string, module: RegExp, visited = new Set<string>()): string[] {
  visited.add(entry);
  for (const specifier of listStaticImports(entry)) {
    if (module.test(specifier)) return [entry];
    const file = join(entry, "..", specifier);
    if (!specifier.startsWith(".") || !/\.tsx?$/.test(file) || visited.has(file)) continue;
    const path = findImportPath(file, module, visited);
    if (path.length > 0) return [entry, ...path];
  }
  return [];
}

/** The modules that are loaded with the file, without types and dynamic imports. */
function listStaticImports(file: string): string[] {
  const statements = readFileSync(file, "utf8").matchAll(/^(?:import|export) (?!type )(?:[^;"]*? from )?"([^"]+)"/gm);
  return Array.from(statements, ([, specifier = ""]) => specifier);
}
