import { z } from "zod";
import { activityKinds } from "../domain/activity.ts";
import { defineEndpoint } from "./endpoint.ts";
import { endpointPaths } from "./paths.ts";
import { idParameter, limitParameter } from "./query-parameters.ts";

/** The main change of a transaction; consecutive mails or penalties are one entry. */
export const activityRecord = z.object({
  ActivityID: z.string(),
  /** ISO 8601 in UTC. */
  At: z.string(),
  By: z.string(),
  /** The person who approved the change; "" for a change without approval, and always "" to residents. */
  ApprovedBy: z.string(),
  Kind: z.enum(activityKinds),
  /** Number of records. */
  Count: z.int(),
  /** Null when the entry is about several houses or none. */
  HouseNo: z.string().nullable(),
  CategoryName: z.string().nullable(),
  /**
   * What the record is called, depending on Kind: its number, its day or month, or its title; "" for several records.
   */
  Title: z.string(),
  /**
   * In rupees. The amount of an installment includes its penalty; the amount of a day close is the sum of all receipts.
   * Null for several records or a record without an amount.
   */
  Amount: z.number().nullable(),
  /** The part of Amount that is a penalty. */
  PenaltyAmount: z.number(),
});

export type ActivityRecord = z.output<typeof activityRecord>;

export const activity = defineEndpoint({
  ...endpointPaths.activity,
  guard: { page: "/", flag: "CanView" },
  summary: "Who did what to which house, newest first; only records that the caller can list",
  query: z.object({
    limit: limitParameter({ default: 20, max: 100 }),
    /** The ActivityID of the last entry read. */
    after: z.string().max(40).optional(),
    plot: idParameter().optional(),
  }),
  response: z.object({ data: z.array(activityRecord), next: z.string().nullable() }),
});
