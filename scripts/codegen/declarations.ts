import { existsSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import {
  type ActionName,
  actionFlags,
  type PageSpec,
  parentPath,
  sortByMenuOrder,
  standalonePages,
} from "../../shared/pages.ts";
import type { AnyResource } from "../../shared/registry.ts";

const root = join(import.meta.dirname, "..", "..");
const resourcesFolder = join(root, "shared", "resources");

/** A resource with its file and the name of its export. */
export interface Declaration {
  file: string;
  name: string;
  resource: AnyResource;
}

/** The resources found in shared/resources, in menu order, but each after the resources that it references. */
export async function readDeclarations(): Promise<Declaration[]> {
  const files = (await readdir(resourcesFolder))
    .filter((file) => file.endsWith(".ts") && file !== "index.ts" && file !== "pages.ts")
    .sort();
  const declarations = await Promise.all(files.map(importDeclaration));
  const paths = sortByMenuOrder(collectPages(declarations)).map(({ path }) => path);
  // Resources without a page are last.
  const menuPosition = ({ resource: { page } }: Declaration) => (page ? paths.indexOf(page.path) : paths.length);
  return sortByReference(declarations.toSorted((a, b) => menuPosition(a) - menuPosition(b)));
}

/** All pages; those without a resource are first. */
export function collectPages(declarations: readonly Declaration[]): PageSpec[] {
  return [...standalonePages, ...declarations.flatMap(({ resource }) => buildResourcePage(resource) ?? [])];
}

/** The page that the resource declares, with its actions. Undefined if it declares none. */
export function buildResourcePage({ page, verbs, guards }: AnyResource): PageSpec | undefined {
  if (!page) return undefined;
  const pageGuards = verbs.map((verb) => guards[verb]).filter((guard) => guard.page === page.path);
  const actions = Object.keys(actionFlags).filter(isActionName);
  return {
    ...page,
    actions: page.actions ?? actions.filter((name) => pageGuards.some(({ flag }) => flag === actionFlags[name])),
  };
}

async function importDeclaration(file: string): Promise<Declaration> {
  const exported: object = await import(pathToFileURL(join(resourcesFolder, file)).href);
  const found = Object.entries(exported).flatMap(([name, value]) =>
    isResource(value) ? [{ file, name, resource: value }] : [],
  );
  const [declaration] = found;
  if (!declaration || found.length > 1)
    throw new Error(`shared/resources/${file} declares ${found.length} resources, not one`);
  return declaration;
}

function sortByReference(declarations: readonly Declaration[]): Declaration[] {
  const sorted = new Set<Declaration>();
  const addAfterTargets = (declaration: Declaration) => {
    const { fields, derivedFrom } = declaration.resource;
    const sources = derivedFrom ?? [];
    const targets = [
      ...sources.map(({ source }) => source.name),
      ...[...fields.values()].map(({ target }) => target?.name),
    ];
    for (const target of declarations.filter(({ resource }) => targets.includes(resource.name)))
      addAfterTargets(target);
    sorted.add(declaration);
  };
  declarations.forEach(addAfterTargets);
  return [...sorted];
}

function isResource(value: unknown): value is AnyResource {
  return typeof value === "object" && value !== null && "writePath" in value && "guards" in value;
}

function isActionName(name: string): name is ActionName {
  return name in actionFlags;
}

/** The errors of pages: an id or path that two pages have, and tabs without a page or screen. One line each. */
export function findPageErrors(pages: readonly PageSpec[]): string[] {
  const nextId = Math.max(...pages.map(({ id }) => id)) + 1;
  return pages.flatMap((page, index) => {
    const { id, path, title } = page;
    const earlier = pages.slice(0, index);
    const sameId = earlier.find((other) => other.id === id);
    const samePath = earlier.find((other) => other.path === path);
    return [
      ...(sameId ? [`${title} has the id of ${sameId.title}, ${id}: the next free one is ${nextId}`] : []),
      ...(samePath ? [`${title} has the path of ${samePath.title}, ${path}`] : []),
      ...findTabErrors(page, pages),
    ];
  });
}

function findTabErrors({ path, title, screen }: PageSpec, pages: readonly PageSpec[]): string[] {
  const parent = parentPath({ path });
  if (parent === undefined) return [];
  const file = `web/features/${screen}.tsx`;
  return [
    ...(pages.some((page) => page.path === parent) ? [] : [`${title} is a tab of ${parent}, which is not a page`]),
    ...(existsSync(join(root, file)) ? [] : [`${title} is a tab without its screen, ${file}`]),
  ];
}
