import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { buildResourcePage, type Declaration } from "./declarations.ts";

const root = join(import.meta.dirname, "..", "..");
const fileHeader = "// Written by `npm run fix` from what shared/resources and shared/pages.ts declare. Do not edit.\n";

interface GeneratedFile {
  /** Relative to the project. */
  path: string;
  text: string;
}

/** The generated files that differ from what the declarations would generate now, with their new texts. */
export async function findStaleFiles(declarations: readonly Declaration[]): Promise<GeneratedFile[]> {
  const files = [
    { path: "shared/resources/index.ts", text: renderResources(declarations) },
    { path: "shared/resources/pages.ts", text: renderResourcePages(declarations) },
    { path: "server/features/index.ts", text: await renderFeatures() },
  ];
  const current = await Promise.all(files.map(({ path }) => readFile(join(root, path), "utf8").catch(() => "")));
  return files.filter(({ text }, index) => text !== current[index]);
}

function renderResources(declarations: readonly Declaration[]): string {
  const imports = declarations.map(({ name, file }) => `import { ${name} } from "./${file}";\n`);
  return `${fileHeader}import type { Resource, StoredRow } from "../registry.ts";
${imports.join("")}
/** Every resource of the portal: in menu order, but each after the resources that it references. */
export const resources: readonly Resource<StoredRow, object, Readonly<Record<string, unknown>>>[] = [
${declarations.map(({ name }) => `  ${name},\n`).join("")}];
`;
}

/** Every folder of server/features exports `feature` from the file of its own name. */
async function renderFeatures(): Promise<string> {
  const entries = await readdir(join(root, "server", "features"), { withFileTypes: true });
  const folders = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
  const features = folders.sort().map((folder) => ({ folder, name: toCamelCase(folder) }));
  const imports = features.map(
    ({ folder, name }) => `import { feature as ${name} } from "./${folder}/${folder}.ts";\n`,
  );
  return `// Written by \`npm run fix\` from the folders of server/features. Do not edit.
${imports.join("")}import type { Feature } from "./feature.ts";

export const features: readonly Feature[] = [
${features.map(({ name }) => `  ${name},\n`).join("")}];
`;
}

function toCamelCase(folder: string): string {
  return folder.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
}

function renderResourcePages(declarations: readonly Declaration[]): string {
  const pages = declarations.flatMap(({ resource }) => buildResourcePage(resource) ?? []);
  const lines = pages
    .toSorted((a, b) => a.id - b.id)
    .map(({ id, path, title, icon, screen, actions }) => {
      const properties = `path: ${quote(path)}, title: ${quote(title)}, icon: ${quote(icon)}`;
      const tab = screen === undefined ? "" : `screen: ${quote(screen)}, `;
      return `  { id: ${id}, ${properties}, ${tab}actions: [${actions.map(quote).join(", ")}] },\n`;
    });
  return `${fileHeader}
/** The pages that the resources declare, in a separate file, so that code that needs only pages loads no schemas. */
export const resourcePages = [
${lines.join("")}] as const;
`;
}

function quote(text: string): string {
  return JSON.stringify(text);
}
