import { z } from "zod";
import type { AnyResource } from "../registry.ts";
import { adjustment } from "../resources/adjustment.ts";
import { paymentReceipt } from "../resources/payment-receipt.ts";
import { defineEndpoint } from "./endpoint.ts";
import { idParameter } from "./query-parameters.ts";

/** Who voided a record. The record's id is in the id field of its resource. */
export type VoidedBy = { By: string } & Readonly<Record<string, string | number>>;

export const receiptVoids = defineVoidsEndpoint(
  paymentReceipt,
  "Who voided receipts; only those that the caller can list",
);
export const adjustmentVoids = defineVoidsEndpoint(
  adjustment,
  "Who voided adjustments; only those that the caller can list",
);

function defineVoidsEndpoint({ name, idField, guards }: AnyResource, summary: string) {
  return defineEndpoint({
    path: `/${name}/voids`,
    guard: guards.list,
    summary,
    query: z.object({
      /** The PlotID of the records. */
      plot: idParameter().optional(),
    }),
    response: z.object({
      data: z.array(
        z.object({
          [idField]: z.int(),
          By: z.string().meta({ description: 'The name of the user; "Office" for residents' }),
        }),
      ),
    }),
  });
}
