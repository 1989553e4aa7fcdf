import { createMessage } from "../../../shared/messages.ts";
import { plot, plotBody } from "../../../shared/resources/plot.ts";
import { invalidField } from "../../errors.ts";
import { parseBody } from "../../http/request.ts";
import { defineResourceHandlers, type ResourceHandlers } from "../../http/resource-handlers.ts";
import { addFirstOwnerships, correctOwners, removeOwnerships } from "../../services/ownership.ts";
import type { Feature } from "../feature.ts";
import { plotImportHandlers } from "./import.ts";
import { changesCharge, moveHandler } from "./move.ts";

/**
 * Edit, move and import of plots, each with its first ownership; an edit corrects the present owner. Only a move changes
 * the floor if that changes the charge: it has a first month.
 */
export const feature: Feature = {
  resourceHandlers: {
    ...definePlotHandlers(),
    create: (ctx, body) => definePlotHandlers(parseBody(plotBody, body).CNIC).create(ctx, body),
    update: (ctx, change) => definePlotHandlers(parseBody(plotBody, change.body).CNIC).update(ctx, change),
  },
  initialize: () => ({ endpointHandlers: [...plotImportHandlers, moveHandler] }),
};

/** The handlers for a request that sets the owner's CNIC, if any. */
function definePlotHandlers(CNIC?: string): ResourceHandlers {
  return defineResourceHandlers(plot, {
    openapi: { updateBody: plotBody },
    compute: (_, { before }) => ({ OwnedFrom: before?.OwnedFrom ?? null }),
    beforeSave: async (tx, { after, before }) => {
      if (!before) return addFirstOwnerships(tx, [after], CNIC);
      if (before.FloorID !== after.FloorID && (await changesCharge(tx, after)))
        throw invalidField("FloorID", createMessage("floor-changes-charge"));
      await correctOwners(tx, [after], CNIC);
    },
    beforeRemove: removeOwnerships,
  });
}
