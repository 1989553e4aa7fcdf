import { z } from "zod";
import { day, optionalDay, signedRupees, textWithMin } from "../fields.ts";
import { adjustment, refuseAmount } from "../resources/adjustment.ts";
import { defineEndpoint, recordSchema } from "./endpoint.ts";
import { flagParameter } from "./query-parameters.ts";

/** The reason of a void or withdrawal: at least three visible characters. */
export const reasonBody = z.object({ Reason: textWithMin(3, "Reason must have at least 3 characters") });

export const voidAdjustment = defineEndpoint({
  method: "post",
  path: "/adjustment/:AdjustmentID/void",
  guard: adjustment.guards.remove,
  summary: "Undoes an adjustment; it keeps its number",
  mayNeedApproval: true,
  body: reasonBody,
  response: z.object({ data: recordSchema(adjustment) }),
  errorStatuses: [404, 409],
});

/** The kinds that name no installment and no other house, so that several houses can get the same. */
export const bulkAdjustmentKinds = ["charge", "opening", "refund"] as const;

const chooseHousesMessage = "Please select houses";

/** The body that gives several houses the same adjustment. */
export const bulkAdjustmentBody = z
  .object({
    PlotIDs: z
      .array(z.int(chooseHousesMessage).min(1, chooseHousesMessage), chooseHousesMessage)
      .min(1, chooseHousesMessage)
      .max(20_000, chooseHousesMessage),
    Kind: z.enum(bulkAdjustmentKinds, "Several houses can get a charge, an opening balance or a refund"),
    Amount: signedRupees("Amount is required"),
    Date: day("Date is required"),
    DueDate: optionalDay("Due date is not valid"),
    ...reasonBody.shape,
  })
  .superRefine((body, context) =>
    refuseAmount(body, (field, message) => context.addIssue({ code: "custom", path: [field], message })),
  );

const previewedHouse = z.object({
  PlotID: z.int(),
  HouseNo: z.string(),
  Balance: z.number().meta({ description: "What the house owes, in rupees; below 0 what it has as credit" }),
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
  allRowsOnly: true,
  mayNeedApproval: true,
  summary: "Give several houses the same adjustment, all or none",
  query: z.object({ dryRun: flagParameter().meta({ description: "Answer the preview without writing anything" }) }),
  body: bulkAdjustmentBody,
  response: z.object({
    data: z.union([z.int(), bulkPreview]).meta({ description: "Number of added adjustments, or the preview" }),
  }),
  errorStatuses: [409],
});
