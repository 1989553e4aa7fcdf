import type { Flag } from "./pages.ts";
import type { AnyResource } from "./registry.ts";

/** Page path (with its tab query) → the flags held there. What is not in it is denied. */
export type Permissions = Readonly<Record<string, Readonly<Record<string, boolean>>>>;

/** All that a decision about rights needs to know of somebody. */
export interface Viewer {
  UserID: number;
  permissions: Permissions;
  scope: "all" | "own";
  plots: ReadonlySet<number>;
  /** A screen that anybody may stand before: it gets what is marked as meant for displays, and nothing else whatever its page. */
  isDisplay?: true;
}

/** The one question: does this viewer hold the flag on the page? */
export function can(viewer: Pick<Viewer, "permissions">, { page, flag }: { page: string; flag: Flag }): boolean {
  return viewer.permissions[page]?.[flag] === true;
}

/** Is the row one that this viewer may know of? */
export function canSeeRow(
  viewer: Viewer,
  resource: Pick<AnyResource, "ownerField">,
  row: Readonly<Record<string, unknown>>,
): boolean {
  if (viewer.scope === "all" || resource.ownerField === undefined) return true;
  const plotId = row[resource.ownerField];
  return typeof plotId === "number" && viewer.plots.has(plotId);
}
