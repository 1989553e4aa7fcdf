import { z } from "zod";
import { defineEndpoint } from "./endpoint.ts";
import { endpointPaths } from "./paths.ts";

const amount = z.number();

/** The figures of the dashboard, amounts in rupees: `data` for its cards, the rest for its charts. */
export const dashboardData = z.object({
  data: z.array(
    z.object({
      period: z.enum(["Current Year", "Current Month", "Last Month", "Last Year"]),
      total_amount: amount,
      amount_received: amount,
      amount_due: amount,
      recovery_percentage: z.number(),
      total_expense: amount,
    }),
  ),
  year: z.int(),
  months: z.array(
    z.object({
      month: z.int(),
      received: amount,
      /** Outstanding and overdue today. */
      due: amount,
      /** Outstanding and due today or later. */
      notDueYet: amount,
      expenses: amount,
    }),
  ),
  categories: z
    .array(
      z.object({
        CategoryID: z.int(),
        CategoryName: z.string(),
        received: amount,
        due: amount,
        /** Received percentage of the charged amount, two decimals. */
        recovery: z.number(),
      }),
    )
    .meta({ description: "Of the current month" }),
  yearToDate: z
    .object({
      recovery: z.number(),
      /** Null if nothing was due in that part of the year. */
      lastYear: z.number().nullable(),
    })
    .meta({ description: "Recovery of the amounts due up to today, and of those due up to the same day of last year" }),
  today: z.iso.date().meta({ description: "The society day of the figures" }),
});

export const dashboardSummary = defineEndpoint({
  ...endpointPaths.dashboard,
  guard: { page: "/", flag: "CanView" },
  isForDisplays: true,
  summary: "Collection and expenses of the current and the last month and year",
  response: dashboardData,
});
