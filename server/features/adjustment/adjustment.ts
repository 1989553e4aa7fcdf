import { voidAdjustment as voidAdjustmentEndpoint } from "../../../shared/endpoints/adjustment.ts";
import { adjustmentVoids } from "../../../shared/endpoints/voids.ts";
import { createMessage } from "../../../shared/messages.ts";
import { adjustment, adjustmentName } from "../../../shared/resources/adjustment.ts";
import { defineWriteHandler } from "../../http/endpoint-handler.ts";
import { parseId } from "../../http/request.ts";
import { defineResourceHandlers } from "../../http/resource-handlers.ts";
import { addAdjustments, voidAdjustment } from "../../services/adjustments.ts";
import { defineImportHandlers } from "../../services/imports/run-import.ts";
import { createListVoidsHandler } from "../../services/voids.ts";
import type { Feature } from "../feature.ts";
import { createBulkAddHandler } from "./bulk.ts";
import { openingBalanceImporter } from "./import.ts";

/** Adds adjustments to one or several houses, imports opening balances, and voids adjustments. */
export const feature: Feature = {
  resourceHandlers: defineResourceHandlers(adjustment, {
    approvableVerbs: ["create"],
    openapi: { createErrors: [409] },
    createRow: async (tx, input) => {
      const [added] = await addAdjustments(tx, [input]);
      if (!added) throw new Error("No adjustment was created");
      // Read again, because the settlement of the house may have changed the adjustment.
      return tx.get(adjustment, added.AdjustmentID);
    },
  }),
  initialize: (services) => ({
    endpointHandlers: [
      createBulkAddHandler(services),
      createListVoidsHandler(adjustmentVoids, { resource: adjustment, store: services.store }),
      ...defineImportHandlers(openingBalanceImporter),
      defineWriteHandler(voidAdjustmentEndpoint, adjustment, {
        write: ({ ctx, params, body: { Reason } }) => {
          const id = parseId(adjustment, params.AdjustmentID);
          return ctx.transaction(async (tx) => {
            await voidAdjustment(tx, await tx.get(adjustment, id), Reason);
            return tx.get(adjustment, id);
          });
        },
        respond: (row) => ({
          ...createMessage("adjustment-voided-now", { adjustment: adjustmentName(row) }),
          data: services.present(adjustment, row),
        }),
      }),
    ],
  }),
};
