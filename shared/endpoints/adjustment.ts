import { z } from "zod";
import { day, optionalDay, reason, signedRupees } from "../fields.ts";
import { optionalAccount } from "../resources/account.ts";
import { adjustment, checkAccount, checkAmount } from "../resources/adjustment.ts";
import { selectedPlotIds } from "../resources/plot.ts";
import { defineEndpoint, recordSchema } from "./endpoint.ts";
import { booleanParameter } from "./query-parameters.ts";

/** The body of a request that needs a reason. */
export const reasonBody = z.object({ Reason: reason() });

export const voidAdjustment = defineEndpoint({
  method: "post",
  path: "/adjustment/:AdjustmentID/void",
  guard: adjustment.guards.remove,
  summary: "Void an adjustment; the record and its number are kept",
  mayNeedApproval: true,
  body: reasonBody,
  response: z.object({ data: recordSchema(adjustment) }),
  errorStatuses: [404, 409],
});

/**
 * The kinds that can be given to several houses at once: those that refer neither to an installment nor to a second
 * house.
 */
export const bulkAdjustmentKinds = ["charge", "opening", "refund"] as const;

/** The body that gives several houses the same adjustment. */
export const bulkAdjustmentBody = z
  .object({
    PlotIDs: selectedPlotIds,
    Kind: z.enum(bulkAdjustmentKinds, "Several houses can get a charge, an opening balance or a refund"),
    Amount: signedRupees("Amount is required"),
    Date: day("Date is required"),
    DueDate: optionalDay("Due date is not valid"),
    /** Of a refund: the account that pays it. Null: the cash account. */
    AccountID: optionalAccount(),
    ...reasonBody.shape,
  })
  .superRefine((body, context) => {
    const refuse = (field: string, message: string) => context.addIssue({ code: "custom", path: [field], message });
    checkAmount(body, refuse);
    checkAccount(body, refuse);
  });

const previewedHouse = z.object({
  PlotID: z.int(),
  HouseNo: z.string(),
  OwnerName: z.string(),
  Balance: z.number().meta({ description: "What the house owes, in rupees; negative when it has credit" }),
  BalanceAfter: z.number(),
  refusal: z
    .object({
      message: z.string(),
      code: z.string(),
      values: z.record(z.string(), z.union([z.string(), z.number()])).optional(),
    })
    .optional()
    .meta({ description: "Why the house cannot get the adjustment" }),
});

const bulkPreview = z.object({
  /** How many houses would get the adjustment, and the sum in rupees. */
  count: z.int(),
  total: z.number(),
  houses: z.array(previewedHouse),
});

export type BulkAdjustmentPreview = z.output<typeof bulkPreview>;

export const addBulkAdjustments = defineEndpoint({
  method: "post",
  path: "/adjustment/bulk",
  guard: adjustment.guards.create,
  requiresScopeAll: true,
  mayNeedApproval: true,
  summary: "Give several houses the same adjustment, all or none",
  query: z.object({ dryRun: booleanParameter().meta({ description: "Answer the preview without writing anything" }) }),
  body: bulkAdjustmentBody,
  response: z.object({
    data: z.union([z.int(), bulkPreview]).meta({ description: "Number of added adjustments, or the preview" }),
  }),
  errorStatuses: [409],
});
