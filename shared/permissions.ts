import type { Flag } from "./pages.ts";
import type { AnyResource, Guard, Verb } from "./registry.ts";
import { referrersOf } from "./resources/index.ts";

/** Page path (with its tab query) → the flags held there. What is not in it is denied. */
export type Permissions = Readonly<Record<string, Readonly<Record<string, boolean>>>>;

/** All that a decision about rights needs to know of somebody. */
export interface Viewer {
  UserID: number;
  permissions: Permissions;
  scope: "all" | "own";
  plots: ReadonlySet<number>;
}

/** The one question: does this viewer hold the flag on the page? */
export function can(viewer: Pick<Viewer, "permissions">, { page, flag }: { page: string; flag: Flag }): boolean {
  return viewer.permissions[page]?.[flag] === true;
}

/** May the viewer do this with the resource at all? Which rows, `mayHold` says. */
export function canDo(
  viewer: Pick<Viewer, "permissions">,
  { resource, verb }: { resource: AnyResource; verb: Verb },
): boolean {
  if (resource.internal) return false;
  if (can(viewer, resource.guards[verb])) return true;
  return verb === "list" && resource.lookup && offeredOn(resource).some((guard) => can(viewer, guard));
}

/** Is the row one that this viewer may know of? */
export function mayHold(
  viewer: Viewer,
  resource: Pick<AnyResource, "own">,
  row: Readonly<Record<string, unknown>>,
): boolean {
  if (viewer.scope === "all" || resource.own === undefined) return true;
  const plotId = row[resource.own];
  return typeof plotId === "number" && viewer.plots.has(plotId);
}

/** The pages that show or offer a lookup: those of every resource that refers to it. */
function offeredOn(resource: AnyResource): readonly Guard[] {
  return referrersOf(resource).map(({ guards }) => guards.list);
}
