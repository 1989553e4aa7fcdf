import { mayHold, type Viewer } from "../../shared/permissions.ts";
import type { AnyResource } from "../../shared/registry.ts";
import type { RowChange } from "../kernel/commit.ts";

/** Is the change of a row of one of these resources that the viewer may know of, before it or after? */
export function concerns(
  viewer: Viewer,
  resources: readonly AnyResource[],
  { resource: name, before, after }: RowChange,
): boolean {
  const resource = resources.find((each) => each.name === name);
  return resource !== undefined && [before, after].some((row) => row !== null && mayHold(viewer, resource, row));
}
