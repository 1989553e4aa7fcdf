import { plotFieldsOf, type RowVisibility, type Viewer } from "../../shared/permissions.ts";
import { type Filter, inArray, where } from "./store.ts";

/** The filter for the rows that the viewer can see: the rule of `canSeeRow` as a database query. */
export function buildOwnRowsFilter(resource: RowVisibility, { scope, plotIds, ownedFrom }: Viewer): Filter {
  if (scope === "all") return {};
  if (resource.requiresScopeAll) return { _id: inArray([]) };
  const { ownershipDateField: dateField, ownershipEndField: endField } = resource;
  const alternatives = plotFieldsOf(resource).flatMap((field): Filter[] => {
    if (dateField === undefined) return [{ [field]: inArray([...plotIds]) }];
    const duringOwnership = [...ownedFrom].map(([PlotID, from]) => ({
      [field]: PlotID,
      [dateField]: where({ $gte: from }),
      ...(endField === undefined ? {} : { [endField]: where({ $not: { $lt: from } }) }),
    }));
    return [{ [field]: inArray([...plotIds].filter((PlotID) => !ownedFrom.has(PlotID))) }, ...duringOwnership];
  });
  return alternatives.length > 1 ? { $or: alternatives } : (alternatives[0] ?? {});
}
