import type { Day } from "./dates.ts";
import type { Endpoint } from "./endpoints/endpoint.ts";
import type { FieldMeta } from "./field-meta.ts";
import type { Flag } from "./pages.ts";
import type { AnyResource, Guard } from "./registry.ts";

/** Page path with its tab query → flag → granted. A missing entry means denied. */
export type Permissions = Readonly<Record<string, Readonly<Record<string, boolean>>>>;

/** The user or display for whom rows and permissions are checked. */
export interface Viewer {
  UserID: number;
  permissions: Permissions;
  scope: "all" | "own";
  /** The plots linked to the user. */
  plotIds: ReadonlySet<number>;
  /** By PlotID, only for linked plots with an earlier owner: the first day of the current ownership. */
  ownedFrom: ReadonlyMap<number, Day>;
  /** A display instead of a user. It can only use endpoints and live queries that are marked `isForDisplays`. */
  isDisplay?: true;
}

/** Whether the viewer has the permission (a flag such as `CanView`) on the page. */
export function can(viewer: Pick<Viewer, "permissions">, { page, flag }: { page: string; flag: Flag }): boolean {
  return viewer.permissions[page]?.[flag] === true;
}

/** Whether a signed-in viewer can call the endpoint. */
export function canCall(
  endpoint: Pick<Endpoint, "guard" | "requiresScopeAll" | "isForDisplays">,
  viewer: Pick<Viewer, "permissions" | "scope" | "isDisplay">,
): boolean {
  if (viewer.isDisplay) return endpoint.isForDisplays === true;
  if (endpoint.requiresScopeAll && viewer.scope !== "all") return false;
  return guardsOf(endpoint).every((guard) => can(viewer, guard));
}

/** The flags that a viewer must have, all of them, to call the endpoint. */
export function guardsOf({ guard }: Pick<Endpoint, "guard">): readonly Guard[] {
  if (typeof guard === "string") return [];
  return isSingleGuard(guard) ? [guard] : guard;
}

/** Whether the viewer can see the plot: residents see only the plots linked to them. */
export function canSeePlot({ scope, plotIds }: Viewer, PlotID: number): boolean {
  return scope === "all" || plotIds.has(PlotID);
}

/** What decides which rows of a resource residents see. */
export type RowVisibility = Pick<
  AnyResource,
  "plotField" | "receiverPlotField" | "ownershipDateField" | "ownershipEndField" | "requiresScopeAll"
>;

/**
 * Whether the viewer can see the row. Residents see only rows of their own plots; if the resource has an
 * `ownershipDateField`, the date in this field must not be before the first day of their ownership. A row whose plot
 * fields are all null is not for residents. Rows of a resource without plot fields are for all viewers, unless it has
 * `requiresScopeAll`. REST and live events use this rule; `buildOwnRowsFilter` is the same rule as a database query.
 */
export function canSeeRow(viewer: Viewer, resource: RowVisibility, row: Readonly<Record<string, unknown>>): boolean {
  if (viewer.scope === "all") return true;
  const plotFields = plotFieldsOf(resource);
  if (plotFields.length === 0) return resource.requiresScopeAll !== true;
  return plotFields.some((field) => {
    const plotId = row[field];
    if (typeof plotId !== "number" || !viewer.plotIds.has(plotId)) return false;
    const from = viewer.ownedFrom.get(plotId);
    if (from === undefined || resource.ownershipDateField === undefined) return true;
    const day = row[resource.ownershipDateField];
    const end = resource.ownershipEndField === undefined ? null : row[resource.ownershipEndField];
    return typeof day === "string" && day >= from && !(typeof end === "string" && end < from);
  });
}

/** The fields with the PlotIDs that decide which residents can see a row; empty if the resource has none. */
export function plotFieldsOf({ plotField, receiverPlotField }: Pick<AnyResource, "plotField" | "receiverPlotField">) {
  return [plotField, receiverPlotField].filter((field) => field !== undefined);
}

/** Whether the viewer gets the value of the field only masked. */
export function isMasked({ mask }: FieldMeta, viewer: Pick<Viewer, "permissions">): boolean {
  return mask !== undefined && !can(viewer, mask.unless);
}

/** Whether the viewer gets any field of the resource's records only masked. */
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

function isSingleGuard(guard: Guard | readonly Guard[]): guard is Guard {
  return !Array.isArray(guard);
}
