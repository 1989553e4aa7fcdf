import type { Viewer } from "../../shared/permissions.ts";
import { type AnyResource, ownerFieldsOf } from "../../shared/registry.ts";
import { type Filter, inArray, where } from "./store.ts";

/** The filter for the rows that the viewer can see: `canSeeRow` for the database. */
export function buildOwnRowsFilter(
  resource: Pick<AnyResource, "ownerField" | "receiverField" | "ownershipDateField">,
  { scope, plotIds, ownedFrom }: Viewer,
): Filter {
  if (scope === "all") return {};
  const { ownershipDateField: dateField } = resource;
  const alternatives = ownerFieldsOf(resource).flatMap((field): Filter[] => {
    if (dateField === undefined) return [{ [field]: inArray([...plotIds]) }];
    const since = [...ownedFrom].map(([PlotID, from]) => ({ [field]: PlotID, [dateField]: where({ $gte: from }) }));
    return [{ [field]: inArray([...plotIds].filter((PlotID) => !ownedFrom.has(PlotID))) }, ...since];
  });
  return alternatives.length > 1 ? { $or: alternatives } : (alternatives[0] ?? {});
}
