import type { AnyResource } from "../registry.ts";
import { resources } from "../resources/index.ts";

// A view refers to nothing by itself: its source does.
const storedResources = resources.filter(({ derivedFrom }) => !derivedFrom);

const referencingByName = new Map(
  resources.map((target) => [
    target.name,
    storedResources.filter((resource) =>
      [...resource.fields.values()].some((field) => field.target?.name === target.name),
    ),
  ]),
);

/** The resources with a field that refers to this one. */
export function resourcesReferencing(target: { name: string }): readonly AnyResource[] {
  return referencingByName.get(target.name) ?? [];
}
