import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { serverEntries } from "../../scripts/lib/bundle-modules.ts";

const root = join(import.meta.dirname, "..", "..");

test("the image of the container keeps every package that the server imports", () => {
  const dockerfile = readFileSync(join(root, "Dockerfile"), "utf8").replaceAll("\\\n", " ");
  const removed = /npm uninstall --omit=dev (.*)/.exec(dockerfile)?.[1]?.split(/\s+/) ?? [];
  expect(removed).toContain("react");
  const imported = new Set<string>();
  for (const entry of serverEntries) collectPackages(join(root, entry), imported);
  expect(imported).toContain("jspdf");
  expect(removed.filter((name) => imported.has(name))).toEqual([]);
});

/** Adds the packages that the file imports, directly or through other files of the project. */
function collectPackages(file: string, packages: Set<string>, visited = new Set<string>()): void {
  visited.add(file);
  for (const specifier of listImports(file)) {
    const target = join(file, "..", specifier);
    if (!specifier.startsWith(".")) packages.add(packageName(specifier));
    else if (target.endsWith(".ts") && !visited.has(target)) collectPackages(target, packages, visited);
  }
}

/** The modules that the file imports, also dynamically, without those of which it needs only types. */
function listImports(file: string): string[] {
  const text = readFileSync(file, "utf8");
  const statements = text.matchAll(/^(?:import|export) (?!type )(?:[^;"]*? from )?"([^"]+)"|\bimport\("([^"]+)"\)/gm);
  return Array.from(statements, ([, imported, importedDynamically]) => imported ?? importedDynamically ?? "");
}

/** `read-excel-file/node` → read-excel-file, `@date-fns/tz` → @date-fns/tz. */
function packageName(specifier: string): string {
  return specifier.split("/", specifier.startsWith("@") ? 2 : 1).join("/");
}
