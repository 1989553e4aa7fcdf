import { z } from "zod";
import { paymentReceipt } from "../resources/payment-receipt.ts";
import { defineEndpoint } from "./endpoint.ts";
import { endpointPaths } from "./paths.ts";

export const sendReceiptMails = defineEndpoint({
  method: "post",
  path: `/${paymentReceipt.name}/send-emails`,
  guard: paymentReceipt.guards.update,
  allRowsOnly: true,
  summary: "Mail every receipt that is not mailed yet; answers at once and sends in the background",
  response: z.object({
    msg: z.string(),
    data: z.object({
      /** Number of newly queued mails. */
      queued: z.int(),
      /** Houses with an invalid address, to which nothing is sent. */
      wrong: z.array(z.object({ HouseNo: z.string(), EmailID: z.string() })),
    }),
  }),
});

export const receiptMailStatus = defineEndpoint({
  ...endpointPaths.receiptMails,
  guard: paymentReceipt.guards.list,
  allRowsOnly: true,
  summary: "The number of receipts to mail, the progress of sending, and whether there is a mail server",
  response: z.object({
    data: z.object({
      /** Number of receipts that are not mailed yet and whose house has a valid address. */
      unsent: z.int(),
      /** Whether mails are written as files, because there is no mail server. */
      asFiles: z.boolean(),
      progress: z.object({ pending: z.int(), sent: z.int(), failed: z.int() }),
    }),
  }),
});
