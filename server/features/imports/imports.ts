import { importEndpoints, importTargets } from "../../../shared/endpoints/import.ts";
import { createMessage } from "../../../shared/messages.ts";
import type { AnyResource } from "../../../shared/registry.ts";
import { bill } from "../../../shared/resources/bill.ts";
import { importBatch } from "../../../shared/resources/import-batch.ts";
import { imports } from "../../../shared/resources/imports.ts";
import { type ImportKind, importKinds, runKinds } from "../../../shared/wire.ts";
import { readTransactionOfInsert } from "../../commits/audit-trail.ts";
import { notFound } from "../../errors.ts";
import { defineEndpointHandler, type EndpointHandler } from "../../http/endpoint-handler.ts";
import { parseId } from "../../http/request.ts";
import type { LiveQuery } from "../../realtime/broadcaster.ts";
import { undoImport } from "../../services/imports/undo-import.ts";
import type { Feature, FeatureServices } from "../feature.ts";

/** Sends the progress of imports and of the printing of bills to staff who can list the records, and undoes imports. */
export const feature: Feature = {
  initialize: (services) => ({
    liveQueries: createLiveQueries(services),
    endpointHandlers: importKinds.map((kind) => createUndoHandler(kind, services)),
  }),
};

function createUndoHandler(kind: ImportKind, { connection }: FeatureServices): EndpointHandler {
  return defineEndpointHandler(importEndpoints[kind].undo, async ({ ctx, params }) => {
    const id = parseId(importBatch, params.ImportBatchID);
    const changes = await readTransactionOfInsert(connection, { resource: importBatch, id });
    await ctx.withoutGroupCommit().transaction(async (tx) => {
      const batch = await tx.get(importBatch, id);
      if (batch.Kind !== kind) throw notFound(importBatch.label);
      await undoImport(tx, batch, changes);
    });
    return { ...createMessage("import-undone"), data: null };
  });
}

function createLiveQueries({ store }: FeatureServices): LiveQuery[] {
  return runKinds.map((kind) => {
    const resource: AnyResource = kind === "bill-print" ? bill : importTargets[kind].resource;
    return {
      name: resource.name,
      isAffectedBy: (changes, viewer) =>
        viewer.scope === "all" &&
        changes.some(({ resource: changedName, after }) => changedName === imports.name && after?.Kind === kind),
      send: async (_viewer, emit) => {
        const [latest] = await store.find(imports, { Kind: kind }, { sort: { ImportID: -1 }, limit: 1 });
        if (!latest) return;
        const { State: state, By: by, Done: done, Total: total } = latest;
        emit("import", { kind, state, by, done, total });
      },
    };
  });
}
