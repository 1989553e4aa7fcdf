import { voidAdjustment as voidAdjustmentEndpoint } from "../../../shared/endpoints/adjustment.ts";
import { adjustmentVoids } from "../../../shared/endpoints/voids.ts";
import { createMessage, createSavedMessage } from "../../../shared/messages.ts";
import { adjustment, adjustmentName } from "../../../shared/resources/adjustment.ts";
import { defineEndpointHandler } from "../../http/endpoint-handler.ts";
import { parseBody, parseId } from "../../http/request.ts";
import { defineResourceHandlers } from "../../http/resource-handlers.ts";
import { addAdjustments, voidAdjustment } from "../../services/adjustments.ts";
import { defineImportHandlers } from "../../services/imports/run-import.ts";
import { createListVoidsHandler } from "../../services/voids.ts";
import type { Feature } from "../feature.ts";
import { createBulkAddHandler } from "./bulk.ts";
import { openingBalanceImporter } from "./import.ts";

const addedMessage = createSavedMessage("added", adjustment.label);

export const feature: Feature = {
  resourceHandlers: defineResourceHandlers(adjustment, {
    approvableVerbs: ["create"],
    openapi: { createErrors: [409] },
    create: async (ctx, body) => {
      const input = parseBody(adjustment.input, body);
      const row = await ctx.transaction(async (tx) => {
        const [added] = await addAdjustments(tx, [input]);
        if (!added) throw new Error("No adjustment was created");
        // Read again, because the settlement may have changed it.
        return tx.get(adjustment, added.AdjustmentID);
      });
      return { message: addedMessage, row };
    },
    answerRepeatedCreate: ({ firstRow }) => ({ message: addedMessage, row: firstRow }),
  }),
  initialize: (services) => ({
    endpointHandlers: [
      createBulkAddHandler(services),
      createListVoidsHandler(adjustmentVoids, { resource: adjustment, store: services.store }),
      ...defineImportHandlers(openingBalanceImporter),
      defineEndpointHandler(voidAdjustmentEndpoint, async ({ ctx, params, body: { Reason } }) => {
        const id = parseId(adjustment, params.AdjustmentID);
        const row = await ctx.transaction(async (tx) => {
          await voidAdjustment(tx, await tx.get(adjustment, id), Reason);
          return tx.get(adjustment, id);
        });
        return {
          ...createMessage("adjustment-voided-now", { adjustment: adjustmentName(row) }),
          data: services.present(adjustment, row),
        };
      }),
    ],
  }),
};
