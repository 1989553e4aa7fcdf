import { canSeeRow, type Viewer } from "../../shared/permissions.ts";
import type { AnyResource } from "../../shared/registry.ts";
import type { Presenter } from "../database/present.ts";
import type { Doc, RowChange } from "../database/store.ts";

/** Is the change of a row of one of these resources that the viewer may know of, before it or after? */
export function isVisibleChange(
  viewer: Viewer,
  resources: readonly AnyResource[],
  { resource: name, before, after }: RowChange,
): boolean {
  const resource = resources.find((each) => each.name === name);
  return resource !== undefined && [before, after].some((row) => row !== null && canSeeRow(viewer, resource, row));
}

/** The row before and after the change as the viewer may see it; undefined where that is nothing at all. */
export function presentVisibleChange(
  { before, after }: Pick<RowChange, "before" | "after">,
  { viewer, resource, presenters }: PresentChangeOptions,
): { Before: Doc | null; After: Doc | null } | undefined {
  const shown = (row: Doc | null) =>
    row && canSeeRow(viewer, resource, row) ? (presenters.get(resource.name)?.(row) ?? null) : null;
  const [Before, After] = [shown(before), shown(after)];
  return Before || After ? { Before, After } : undefined;
}

interface PresentChangeOptions {
  viewer: Viewer;
  resource: AnyResource;
  presenters: ReadonlyMap<string, Presenter>;
}
