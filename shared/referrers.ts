import type { AnyResource } from "./registry.ts";
import { resources } from "./resources/index.ts";

// A view refers to nothing by itself: its source does.
const kept = resources.filter(({ viewOf }) => !viewOf);

const referrers = new Map(
  resources.map((target) => [
    target.name,
    kept.filter((resource) => [...resource.fields.values()].some((field) => field.target?.name === target.name)),
  ]),
);

/** The resources with a field that refers to this one. */
export function referrersOf(target: { name: string }): readonly AnyResource[] {
  return referrers.get(target.name) ?? [];
}
