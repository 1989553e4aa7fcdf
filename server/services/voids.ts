import type { adjustmentVoids, receiptVoids } from "../../shared/endpoints/voids.ts";
import { canSeeRow, plotFieldsOf } from "../../shared/permissions.ts";
import type { Resource, StoredRow } from "../../shared/registry.ts";
import { toRowChanges } from "../commits/change-columns.ts";
import { actorShownTo, type CommitDoc, commitsCollection } from "../commits/commit.ts";
import { idOf, type Store, where } from "../database/store.ts";
import { defineEndpointHandler, type EndpointHandler } from "../http/endpoint-handler.ts";

/**
 * Lists who voided each record of the resource. The names are read from the commits. The records do not contain them,
 * because residents can read the records.
 */
export function createListVoidsHandler<Row extends StoredRow>(
  endpoint: typeof adjustmentVoids | typeof receiptVoids,
  { resource, store }: { resource: Resource<Row>; store: Store },
): EndpointHandler {
  return defineEndpointHandler(endpoint, async ({ ctx: { viewer }, query: { plot } }) => {
    const filters = plot === undefined ? [{}] : plotFieldsOf(resource).map((field) => ({ [field]: plot }));
    const voided: Row[] = [];
    for (const filter of filters)
      voided.push(...(await store.find(resource, { ...filter, VoidedAt: where({ $ne: null }) })));
    const ids = new Set(voided.filter((row) => canSeeRow(viewer, resource, row)).map((row) => idOf(resource, row)));
    const voidingChangeFilter = {
      resource: resource.name,
      id: { $in: [...ids] },
      "before.VoidedAt": null,
      "after.VoidedAt": { $type: "string" },
    };
    const changesOfResource = { $filter: { input: "$changes", cond: { $eq: ["$$this.resource", resource.name] } } };
    const commits = await store.connection
      .collection<CommitDoc>(commitsCollection)
      .find({ changes: { $elemMatch: voidingChangeFilter } }, { projection: { by: 1, changes: changesOfResource } })
      .toArray();
    const data = commits.flatMap(({ by, changes }) =>
      toRowChanges(changes)
        .filter(({ id, before, after }) => ids.has(id) && !before?.VoidedAt && after?.VoidedAt)
        .map(({ id }) => ({ [resource.idField]: id, By: actorShownTo(viewer, by).name })),
    );
    return { data };
  });
}
