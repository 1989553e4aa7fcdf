import { z } from "zod";
import { paymentReceipt } from "../resources/payment-receipt.ts";
import { defineEndpoint } from "./endpoint.ts";
import { idParameter } from "./query-parameters.ts";

const receiptVoid = z.object({
  PaymentReceiptID: z.int(),
  By: z.string().meta({ description: "Who voided the receipt; Office to residents" }),
});

export type ReceiptVoid = z.output<typeof receiptVoid>;

export const receiptVoids = defineEndpoint({
  method: "get",
  path: "/payment-receipt/voids",
  guard: paymentReceipt.guards.list,
  summary: "Who voided receipts; only those that the caller can list",
  query: z.object({
    /** The PlotID of the receipts. */
    plot: idParameter().optional(),
  }),
  response: z.object({ data: z.array(receiptVoid) }),
});
