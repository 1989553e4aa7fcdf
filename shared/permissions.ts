import type { Flag } from "./pages.ts";
import { type AnyResource, ownerFieldsOf } from "./registry.ts";

/** Page path with its tab query → flag → granted. Everything that is missing is denied. */
export type Permissions = Readonly<Record<string, Readonly<Record<string, boolean>>>>;

/** The user or display for whom rows and permissions are checked. */
export interface Viewer {
  UserID: number;
  permissions: Permissions;
  scope: "all" | "own";
  /** The plots linked to the user. */
  plotIds: ReadonlySet<number>;
  /** A public screen: it can only call endpoints and live queries that are marked `isForDisplays`. */
  isDisplay?: true;
}

/** Whether the viewer has the flag on the page. */
export function can(viewer: Pick<Viewer, "permissions">, { page, flag }: { page: string; flag: Flag }): boolean {
  return viewer.permissions[page]?.[flag] === true;
}

/** Whether the viewer can see the row: residents see only rows of their own plots. */
export function canSeeRow(
  viewer: Viewer,
  resource: Pick<AnyResource, "ownerField" | "receiverField">,
  row: Readonly<Record<string, unknown>>,
): boolean {
  const ownerFields = ownerFieldsOf(resource);
  if (viewer.scope === "all" || ownerFields.length === 0) return true;
  return ownerFields.some((field) => {
    const plotId = row[field];
    return typeof plotId === "number" && viewer.plotIds.has(plotId);
  });
}
