import { canSeeRow, type Viewer } from "../../shared/permissions.ts";
import type { AnyResource, Resource, StoredRow } from "../../shared/registry.ts";
import type { Present } from "../database/present.ts";
import type { Doc, RowChange, Store } from "../database/store.ts";
import { notFound } from "../errors.ts";
import { parseId } from "../http/request.ts";

/** The row with the id from the path of a request. Throws 404 if there is none or the viewer may not see it. */
export async function readVisibleRow<Row extends StoredRow>(
  store: Store,
  { viewer, resource, id }: { viewer: Viewer; resource: Resource<Row>; id: string | undefined },
): Promise<Row> {
  const row = await store.get(resource, parseId(resource, id));
  if (!row || !canSeeRow(viewer, resource, row)) throw notFound(resource.label);
  return row;
}

/** Whether the change concerns one of these resources, and the viewer may see the row before or after it. */
export function isVisibleChange(viewer: Viewer, resources: readonly AnyResource[], change: RowChange): boolean {
  return concernsRow(change, resources, (resource, row) => canSeeRow(viewer, resource, row));
}

/**
 * Whether the change concerns one of these resources and a plot that the viewer can see, whatever its day: the sums of
 * a new owner include records that are dated before the ownership and hidden from them.
 */
export function isChangeOfVisiblePlot(viewer: Viewer, resources: readonly AnyResource[], change: RowChange): boolean {
  return concernsRow(change, resources, ({ plotField, receiverPlotField, requiresScopeAll }, row) =>
    canSeeRow(viewer, { plotField, receiverPlotField, requiresScopeAll }, row),
  );
}

/** Whether the change is of one of the resources, and of a row that satisfies `canSee` before or after it. */
function concernsRow(
  { resource: name, before, after }: RowChange,
  resources: readonly AnyResource[],
  canSee: (resource: AnyResource, row: Doc) => boolean,
): boolean {
  const resource = resources.find((candidate) => candidate.name === name);
  return resource !== undefined && [before, after].some((row) => row !== null && canSee(resource, row));
}

/** The presented row before and after the change; null if the viewer may not see it, undefined if both are null. */
export function presentVisibleChange(
  { before, after }: Pick<RowChange, "before" | "after">,
  { viewer, resource, present }: PresentChangeOptions,
): { Before: Doc | null; After: Doc | null } | undefined {
  const presentVisible = (row: Doc | null) =>
    row && canSeeRow(viewer, resource, row) ? present(resource, row, viewer) : null;
  const [Before, After] = [presentVisible(before), presentVisible(after)];
  return Before || After ? { Before, After } : undefined;
}

interface PresentChangeOptions {
  viewer: Viewer;
  resource: AnyResource;
  present: Present;
}
