import { can, type Viewer } from "../permissions.ts";
import type { AnyResource, Guard, Verb } from "../registry.ts";
import { resources } from "../resources/index.ts";

/** Whether the viewer can use this verb of the resource; `canSeeRow` decides about single rows. */
export function canAccess(
  viewer: Pick<Viewer, "permissions" | "isDisplay">,
  { resource, verb }: { resource: AnyResource; verb: Verb },
): boolean {
  if (resource.internal || viewer.isDisplay) return false;
  if (can(viewer, resource.guards[verb])) return true;
  return verb === "list" && findOtherListGuards(resource).some((guard) => can(viewer, guard));
}

/**
 * Guards besides the resource's own, each of which is enough to read its list. They let users choose or see its records
 * in a field of another resource.
 */
function findOtherListGuards(resource: AnyResource): readonly Guard[] {
  return resource.otherListGuards === "referencing resources"
    ? findReferencingResources(resource).map(({ guards }) => guards.list)
    : resource.otherListGuards;
}

// The references of a derived resource are those of its source.
const storedResources = resources.filter(({ derivedFrom }) => !derivedFrom);

const referencingByName = new Map(
  resources.map((target) => [
    target.name,
    storedResources.filter((resource) =>
      [...resource.fields.values()].some((field) => field.target?.name === target.name),
    ),
  ]),
);

/** The stored resources with a field that references this one. */
export function findReferencingResources(target: { name: string }): readonly AnyResource[] {
  return referencingByName.get(target.name) ?? [];
}
