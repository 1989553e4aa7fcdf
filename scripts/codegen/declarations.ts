import { existsSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import {
  type ActionName,
  actionFlags,
  inMenuOrder,
  type PageSpec,
  parentPath,
  standalonePages,
} from "../../shared/pages.ts";
import type { AnyResource } from "../../shared/registry.ts";

const folder = join(import.meta.dirname, "..", "..", "shared", "resources");

/** A resource with its file and the name of its export. */
export interface Declaration {
  file: string;
  name: string;
  resource: AnyResource;
}

/** The resources declared in shared/resources, in menu order, but each after the resources that it references. */
export async function readDeclarations(): Promise<Declaration[]> {
  const files = (await readdir(folder))
    .filter((file) => file.endsWith(".ts") && file !== "index.ts" && file !== "pages.ts")
    .sort();
  const declarations = await Promise.all(files.map(importDeclaration));
  const paths = inMenuOrder(declaredPages(declarations)).map(({ path }) => path);
  // Resources without a page are last.
  const placeOf = ({ resource: { page } }: Declaration) => (page ? paths.indexOf(page.path) : paths.length);
  return sortByReference(declarations.toSorted((one, other) => placeOf(one) - placeOf(other)));
}

/** All pages; those without a resource are first. */
export function declaredPages(declarations: readonly Declaration[]): PageSpec[] {
  return [...standalonePages, ...declarations.flatMap(({ resource }) => pageOfResource(resource) ?? [])];
}

/** The page of the resource with its actions. */
export function pageOfResource({ page, verbs, guards }: AnyResource): PageSpec | undefined {
  if (!page) return undefined;
  const flags = verbs.map((verb) => guards[verb]).filter((guard) => guard.page === page.path);
  const names = Object.keys(actionFlags).filter(isAction);
  return {
    ...page,
    actions: page.actions ?? names.filter((name) => flags.some(({ flag }) => flag === actionFlags[name])),
  };
}

async function importDeclaration(file: string): Promise<Declaration> {
  const exported: object = await import(pathToFileURL(join(folder, file)).href);
  const found = Object.entries(exported).flatMap(([name, value]) =>
    isResource(value) ? [{ file, name, resource: value }] : [],
  );
  const [declaration] = found;
  if (!declaration || found.length > 1)
    throw new Error(`shared/resources/${file} declares ${found.length} resources, not one`);
  return declaration;
}

function sortByReference(declarations: readonly Declaration[]): Declaration[] {
  const placed = new Set<Declaration>();
  const place = (declaration: Declaration) => {
    const { fields, derivedFrom } = declaration.resource;
    const targets = [derivedFrom?.source.name, ...[...fields.values()].map(({ target }) => target?.name)];
    for (const target of declarations.filter(({ resource }) => targets.includes(resource.name))) place(target);
    placed.add(declaration);
  };
  declarations.forEach(place);
  return [...placed];
}

function isResource(value: unknown): value is AnyResource {
  return typeof value === "object" && value !== null && "writePath" in value && "guards" in value;
}

function isAction(name: string): name is ActionName {
  return name in actionFlags;
}

const root = join(import.meta.dirname, "..", "..");

/** Conflicts between the pages, one line each. */
export function findPageErrors(pages: readonly PageSpec[]): string[] {
  const next = Math.max(...pages.map(({ number }) => number)) + 1;
  return pages.flatMap((page, index) => {
    const { number, path, title } = page;
    const before = pages.slice(0, index);
    const namesake = before.find((other) => other.number === number);
    const double = before.find((other) => other.path === path);
    return [
      ...(namesake ? [`${title} has the number of ${namesake.title}, ${number}: the next free one is ${next}`] : []),
      ...(double ? [`${title} has the path of ${double.title}, ${path}`] : []),
      ...findTabErrors(page, pages),
    ];
  });
}

function findTabErrors({ path, title, screen }: PageSpec, pages: readonly PageSpec[]): string[] {
  const parent = parentPath({ path });
  if (parent === undefined) return [];
  const file = `web/features/${screen}.tsx`;
  return [
    ...(pages.some((page) => page.path === parent) ? [] : [`${title} is a tab of ${parent}, which is no page`]),
    ...(existsSync(join(root, file)) ? [] : [`${title} is a tab without its screen, ${file}`]),
  ];
}
