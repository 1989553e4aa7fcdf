import { z } from "zod";
import { receiptVoids } from "../../../shared/endpoints/voids.ts";
import { createMessage, messages } from "../../../shared/messages.ts";
import { paymentReceipt, receiptBody, voidReceiptBody } from "../../../shared/resources/payment-receipt.ts";
import { defineResourceHandlers } from "../../http/resource-handlers.ts";
import { defineImportHandlers } from "../../services/imports/run-import.ts";
import { queueReceiptTransaction } from "../../services/receipts/add-receipts.ts";
import { createReceipt, parseReceipt } from "../../services/receipts/create-receipt.ts";
import { countUnsentReceipts } from "../../services/unsent-receipts.ts";
import { createListVoidsHandler } from "../../services/voids.ts";
import type { Feature } from "../feature.ts";
import { changeReceipt } from "./change-receipt.ts";
import { receiptImporter } from "./import.ts";
import { createReceiptMailContributions } from "./mail.ts";
import { assertNotVoided, voidReceipt } from "./void-receipt.ts";

/** Records, changes, voids, imports and mails receipts. */
export const feature: Feature = {
  resourceHandlers: defineResourceHandlers(paymentReceipt, {
    approvableVerbs: ["create", "update", "remove"],
    openapi: {
      updateBody: receiptBody,
      createErrors: [409],
      listExtras: z.object({
        msg: z.string().meta({ description: "A sentence for users: how many receipts are still to be mailed" }),
      }),
    },
    create: async (ctx, body) => {
      const values = parseReceipt(body);
      const row = await queueReceiptTransaction(() => ctx.transaction((tx) => createReceipt(tx, values)));
      return { message: createMessage("receipt-added"), row };
    },
    answerRepeatedCreate: ({ firstRow }) => ({ message: createMessage("receipt-added"), row: firstRow }),
    update: changeReceipt,
    assertRemovable: assertNotVoided,
    remove: voidReceipt,
    removeBodySchema: voidReceiptBody,
    updatedMessage: () => createMessage("receipt-updated"),
    removedMessage: createMessage("receipt-deleted"),
    listExtras: async (options) => {
      const count = await countUnsentReceipts(options);
      return { msg: count === 0 ? messages["all-emails-sent"] : createMessage("emails-pending", { count }).message };
    },
  }),
  initialize: (services) => {
    const mail = createReceiptMailContributions(services);
    return {
      ...mail,
      endpointHandlers: [
        ...(mail.endpointHandlers ?? []),
        ...defineImportHandlers(receiptImporter),
        createListVoidsHandler(receiptVoids, { resource: paymentReceipt, store: services.store }),
      ],
    };
  },
};
