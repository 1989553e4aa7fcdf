import { canSeeRow, type Viewer } from "../../shared/permissions.ts";
import type { AnyResource } from "../../shared/registry.ts";
import type { Presenter } from "../database/present.ts";
import type { Doc, RowChange } from "../database/store.ts";

/** Whether the change is of one of these resources and the viewer may see the row before or after it. */
export function isVisibleChange(
  viewer: Viewer,
  resources: readonly AnyResource[],
  { resource: name, before, after }: RowChange,
): boolean {
  const resource = resources.find((candidate) => candidate.name === name);
  return resource !== undefined && [before, after].some((row) => row !== null && canSeeRow(viewer, resource, row));
}

/**
 * The presented row before and after the change, null where the viewer may not see it. Undefined when both are null.
 */
export function presentVisibleChange(
  { before, after }: Pick<RowChange, "before" | "after">,
  { viewer, resource, presenters }: PresentChangeOptions,
): { Before: Doc | null; After: Doc | null } | undefined {
  const presentVisible = (row: Doc | null) =>
    row && canSeeRow(viewer, resource, row) ? (presenters.get(resource.name)?.(row, viewer) ?? null) : null;
  const [Before, After] = [presentVisible(before), presentVisible(after)];
  return Before || After ? { Before, After } : undefined;
}

interface PresentChangeOptions {
  viewer: Viewer;
  resource: AnyResource;
  presenters: ReadonlyMap<string, Presenter>;
}
