import { can, type Viewer } from "../permissions.ts";
import type { AnyResource, Guard, Verb } from "../registry.ts";
import { resourcesReferencing } from "./foreign-keys.ts";

/** May the viewer do this with the resource at all? Which rows, `mayHold` says. */
export function canAccess(
  viewer: Pick<Viewer, "permissions" | "isDisplay">,
  { resource, verb }: { resource: AnyResource; verb: Verb },
): boolean {
  if (resource.internal || viewer.isDisplay) return false;
  if (can(viewer, resource.guards[verb])) return true;
  return verb === "list" && resource.lookup && lookupGuards(resource).some((guard) => can(viewer, guard));
}

/** The pages that show or offer a lookup: those of every resource that refers to it. */
function lookupGuards(resource: AnyResource): readonly Guard[] {
  return resourcesReferencing(resource).map(({ guards }) => guards.list);
}
