import { createMessage } from "../../../shared/messages.ts";
import { plot } from "../../../shared/resources/plot.ts";
import { invalidField } from "../../errors.ts";
import { defineResourceHandlers } from "../../http/resource-handlers.ts";
import type { Feature } from "../feature.ts";
import { plotImportHandlers } from "./import.ts";
import { changesCharge, moveHandler } from "./move.ts";

/** Edit, move and import of plots. Only a move changes the floor if that changes the charge: it has a first month. */
export const feature: Feature = {
  resourceHandlers: defineResourceHandlers(plot, {
    beforeSave: async (tx, { after, before }) => {
      if (before && before.FloorID !== after.FloorID && (await changesCharge(tx, after)))
        throw invalidField("FloorID", createMessage("floor-changes-charge"));
    },
  }),
  initialize: () => ({ endpointHandlers: [...plotImportHandlers, moveHandler] }),
};
