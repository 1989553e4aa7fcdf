import { z } from "zod";
import { paymentReceipt } from "../resources/payment-receipt.ts";
import { defineEndpoint } from "./endpoint.ts";
import { endpointPaths } from "./paths.ts";

export const sendReceiptMails = defineEndpoint({
  method: "post",
  path: `/${paymentReceipt.name}/send-emails`,
  guard: paymentReceipt.guards.update,
  allRowsOnly: true,
  summary: "Mail every receipt that is not mailed yet; answers at once, the sending goes on by itself",
  response: z.object({
    msg: z.string(),
    data: z.object({
      /** How many are on their way now. */
      queued: z.int(),
      /** Houses whose address cannot be one: nothing is sent there. */
      wrong: z.array(z.object({ HouseNo: z.string(), EmailID: z.string() })),
    }),
  }),
});

/** How far the mails of receipts are. */
export const receiptMailStatus = defineEndpoint({
  ...endpointPaths.receiptMails,
  guard: paymentReceipt.guards.list,
  allRowsOnly: true,
  summary: "How many receipts are still to be mailed, how far the sending is, and whether there is a mail server",
  response: z.object({
    data: z.object({
      /** Receipts that are not mailed yet though their house has an address. */
      unsent: z.int(),
      /** Without a mail server mails are written as files. */
      asFiles: z.boolean(),
      progress: z.object({ pending: z.int(), sent: z.int(), failed: z.int() }),
    }),
  }),
});
