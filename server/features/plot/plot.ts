import { createMessage } from "../../../shared/messages.ts";
import { plot, plotBody } from "../../../shared/resources/plot.ts";
import { invalidField } from "../../errors.ts";
import { parseBody } from "../../http/request.ts";
import { defineResourceHandlers, type ResourceHandlers } from "../../http/resource-handlers.ts";
import { tryMoveWithoutCharge } from "../../services/house-moves.ts";
import { defineImportHandlers } from "../../services/imports/run-import.ts";
import { addFirstOwnerships, correctOwners, nextEmailSince, removeOwnerships } from "../../services/ownership.ts";
import type { Feature } from "../feature.ts";
import { plotImporter } from "./import.ts";
import { moveHandler } from "./move.ts";

/**
 * Plots and their ownerships: a new plot gets its first ownership, an edit corrects the current one. An edit of the
 * floor moves the installments from the current month on, and is refused if that would change an amount. Only a move
 * changes the type, or the floor with its amounts, from a given month on.
 */
export const feature: Feature = {
  resourceHandlers: {
    ...definePlotHandlers(),
    create: (ctx, body) => definePlotHandlers(parseBody(plotBody, body).CNIC).create(ctx, body),
    update: (ctx, change) => definePlotHandlers(parseBody(plotBody, change.body).CNIC).update(ctx, change),
  },
  initialize: () => ({ endpointHandlers: [...defineImportHandlers(plotImporter), moveHandler] }),
};

/** The handlers for a request that sets the owner's CNIC, if any. */
function definePlotHandlers(CNIC?: string): ResourceHandlers {
  return defineResourceHandlers(plot, {
    openapi: { updateBody: plotBody },
    computeServerFields: (input, { before, now }) => ({
      OwnedFrom: before?.OwnedFrom ?? null,
      EmailSince: before ? nextEmailSince(before, input, now) : null,
    }),
    afterSave: async (tx, { after, before }) => {
      if (!before) return addFirstOwnerships(tx, [after], CNIC);
      if (before.FloorID !== after.FloorID && !(await tryMoveWithoutCharge(tx, after)))
        throw invalidField("FloorID", createMessage("floor-changes-charge"));
      await correctOwners(tx, [after], CNIC);
    },
    beforeRemove: removeOwnerships,
  });
}
