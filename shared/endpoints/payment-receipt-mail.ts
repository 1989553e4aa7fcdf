import { z } from "zod";
import { paymentReceipt } from "../resources/payment-receipt.ts";
import { defineEndpoint } from "./endpoint.ts";
import { housesWithInvalidAddress, mailSample } from "./mails.ts";
import { endpointPaths } from "./paths.ts";
import { booleanParameter } from "./query-parameters.ts";

const receiptMailPreview = z.object({
  houses: z.int().meta({ description: "Number of houses that get an email" }),
  oldestDate: z.string().nullable().meta({ description: "The earliest payment date of the receipts to mail" }),
  withoutAddress: z.int().meta({
    description: "Number of receipts from that date on that are not mailed, because their house has no address",
  }),
  sample: mailSample.nullable().meta({ description: "The first of the emails" }),
});

export type ReceiptMailPreview = z.output<typeof receiptMailPreview>;

const receiptMailResult = z.object({
  /** Number of newly queued mails, or of those that would be queued. */
  queued: z.int(),
  wrong: housesWithInvalidAddress,
  preview: receiptMailPreview.optional(),
});

export type ReceiptMailResult = z.output<typeof receiptMailResult>;

export const sendReceiptMails = defineEndpoint({
  method: "post",
  path: `/${paymentReceipt.name}/send-emails`,
  guard: paymentReceipt.guards.update,
  requiresScopeAll: true,
  summary: "Mail every receipt that is not mailed yet; answers at once and sends in the background",
  query: z.object({ dryRun: booleanParameter().meta({ description: "Answer the preview without sending anything" }) }),
  response: z.object({
    msg: z.string(),
    data: receiptMailResult,
  }),
});

/** Numbers of receipts in the latest batch of mails. */
export const receiptMailProgress = z.object({ pending: z.int(), sent: z.int(), failed: z.int() });

const receiptMailStatusRecord = z.object({
  /** Number of receipts that are not mailed yet and whose house has a valid address. */
  unsent: z.int(),
  /** Whether mails are written as files, because there is no mail server. */
  asFiles: z.boolean(),
  progress: receiptMailProgress,
});

/** How many receipts are unsent, how the emails go out, and the progress of sending. */
export type ReceiptMailStatus = z.output<typeof receiptMailStatusRecord>;

export const receiptMailStatus = defineEndpoint({
  ...endpointPaths.receiptMails,
  guard: paymentReceipt.guards.list,
  requiresScopeAll: true,
  summary: "The number of receipts to mail, the progress of sending, and whether there is a mail server",
  response: z.object({ data: receiptMailStatusRecord }),
});
