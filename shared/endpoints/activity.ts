import { z } from "zod";
import { activityKinds } from "../domain/activity.ts";
import { defineEndpoint } from "./endpoint.ts";
import { endpointPaths } from "./paths.ts";
import { idParameter, limitParameter } from "./query-parameters.ts";

/** A line as it travels. */
export const activityRecord = z.object({
  ActivityID: z.string(),
  /** ISO 8601 in UTC. */
  At: z.string(),
  By: z.string(),
  Kind: z.enum(activityKinds),
  /** How many records. */
  Count: z.int(),
  /** Where it is about one house. */
  HouseNo: z.string().nullable(),
  CategoryName: z.string().nullable(),
  /** The receipt, the installment, the plan or the expense, as people call it. */
  Title: z.string(),
  /** In rupees, where one amount is the point of it. */
  Amount: z.number().nullable(),
});

/** What somebody did at once, in a line. */
export type ActivityRecord = z.output<typeof activityRecord>;

export const activity = defineEndpoint({
  ...endpointPaths.activity,
  guard: { page: "/", flag: "CanView" },
  summary: "Who did what to which house, newest first; only of records whose own list the caller may see",
  query: z.object({
    limit: limitParameter({ default: 20, max: 100 }),
    /** The ActivityID of the last line read. */
    after: z.string().max(40).optional(),
    plot: idParameter().optional(),
  }),
  response: z.object({ data: z.array(activityRecord), next: z.string().nullable() }),
});
