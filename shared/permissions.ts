import type { Day } from "./dates.ts";
import type { FieldMeta } from "./fields.ts";
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
  /** The first day of the present owner, for those of these plots that had another owner before. */
  ownedFrom: ReadonlyMap<number, Day>;
  /** A public screen: it can only call endpoints and live queries that are marked `isForDisplays`. */
  isDisplay?: true;
}

/** Whether the viewer has the flag on the page. */
export function can(viewer: Pick<Viewer, "permissions">, { page, flag }: { page: string; flag: Flag }): boolean {
  return viewer.permissions[page]?.[flag] === true;
}

/** Whether the plot is one of the viewer's. */
export function isOwnPlot({ scope, plotIds }: Viewer, PlotID: number): boolean {
  return scope === "all" || plotIds.has(PlotID);
}

/**
 * Whether the viewer can see the row: residents see only rows of their own plots, dated since they own them. REST and
 * live events use this rule; `buildOwnRowsFilter` is the same for the database.
 */
export function canSeeRow(
  viewer: Viewer,
  resource: Pick<AnyResource, "ownerField" | "receiverField" | "ownershipDateField">,
  row: Readonly<Record<string, unknown>>,
): boolean {
  const ownerFields = ownerFieldsOf(resource);
  if (viewer.scope === "all" || ownerFields.length === 0) return true;
  return ownerFields.some((field) => {
    const plotId = row[field];
    if (typeof plotId !== "number" || !viewer.plotIds.has(plotId)) return false;
    const from = viewer.ownedFrom.get(plotId);
    if (from === undefined || resource.ownershipDateField === undefined) return true;
    const day = row[resource.ownershipDateField];
    return typeof day === "string" && day >= from;
  });
}

/** Whether the value of the field is hidden from the viewer. */
export function isMasked({ mask }: FieldMeta, viewer: Pick<Viewer, "permissions">): boolean {
  return mask !== undefined && !can(viewer, mask.unless);
}

/** Whether a field of the resource's records is hidden from the viewer. */
export function hasMaskedField({ fields }: Pick<AnyResource, "fields">, viewer: Pick<Viewer, "permissions">): boolean {
  for (const meta of fields.values()) if (isMasked(meta, viewer)) return true;
  return false;
}

/** Identifies the rows that a viewer may see. Equal for two viewers who see the same rows. */
export function visibleRowsKey({ scope, plotIds, ownedFrom }: Viewer): string {
  if (scope === "all") return "all";
  const plots = [...plotIds].sort((a, b) => a - b).map((PlotID) => [PlotID, ownedFrom.get(PlotID)].join(" ").trim());
  return `own:${plots.join(",")}`;
}
