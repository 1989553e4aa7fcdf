import type { adjustmentVoids, receiptVoids } from "../../shared/endpoints/voids.ts";
import { canSeeRow } from "../../shared/permissions.ts";
import { ownerFieldsOf, type Resource, type StoredRow } from "../../shared/registry.ts";
import { actorFor, type CommitDoc, commitsCollection } from "../commits/commit.ts";
import { idOf, type Store, where } from "../database/store.ts";
import { defineEndpointHandler, type EndpointHandler } from "../http/endpoint-handler.ts";

/**
 * Lists who voided each record of the resource. The names are taken from the commits: the records do not store them,
 * because residents can read those.
 */
export function createVoidsHandler<Row extends StoredRow>(
  endpoint: typeof adjustmentVoids | typeof receiptVoids,
  { resource, store }: { resource: Resource<Row>; store: Store },
): EndpointHandler {
  return defineEndpointHandler(endpoint, async ({ ctx: { viewer }, query: { plot } }) => {
    const filters = plot === undefined ? [{}] : ownerFieldsOf(resource).map((field) => ({ [field]: plot }));
    const voided: Row[] = [];
    for (const filter of filters)
      voided.push(...(await store.find(resource, { ...filter, VoidedAt: where({ $ne: null }) })));
    const ids = voided.filter((row) => canSeeRow(viewer, resource, row)).map((row) => idOf(resource, row));
    const voidingChangeFilter = {
      resource: resource.name,
      id: { $in: ids },
      "before.VoidedAt": null,
      "after.VoidedAt": { $type: "string" },
    };
    const commits = await store.connection
      .collection<CommitDoc>(commitsCollection)
      .find({ changes: { $elemMatch: voidingChangeFilter } }, { projection: { by: 1, "changes.$": 1 } })
      .toArray();
    const data = commits.flatMap(({ by, changes }) =>
      changes.map(({ id }) => ({ [resource.idField]: id, By: actorFor(viewer, by).name })),
    );
    return { success: true, message: "", data };
  });
}
