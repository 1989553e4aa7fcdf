import { existsSync } from "node:fs";
import { join } from "node:path";
import { type PageSpec, parentPath } from "../../shared/pages.ts";

const root = join(import.meta.dirname, "..", "..");

/** Why these pages cannot be, a line for each reason. */
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
