import { createMessage } from "../../../shared/messages.ts";
import { plot } from "../../../shared/resources/plot.ts";
import { invalidField } from "../../errors.ts";
import { defineResourceHandlers } from "../../http/resource-handlers.ts";
import type { Feature } from "../feature.ts";
import { plotImportHandlers } from "./import.ts";
import { changesCharge, moveHandler } from "./move.ts";

/** Plots can be imported from a spreadsheet. A floor that changes the charge is chosen by a move, which has a month. */
export const feature: Feature = {
  resourceHandlers: defineResourceHandlers(plot, {
    check: async (tx, { after, before }) => {
      if (before && before.FloorID !== after.FloorID && (await changesCharge(tx, after)))
        throw invalidField("FloorID", createMessage("floor-changes-charge"));
    },
  }),
  initialize: () => ({ endpointHandlers: [...plotImportHandlers, moveHandler] }),
};
