import { z } from "zod";
import type { DashboardData } from "../wire.ts";
import { defineEndpoint } from "./endpoint.ts";
import { endpointPaths } from "./paths.ts";

const amount = z.number();

const dashboardData = z.object({
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
  months: z.array(z.object({ month: z.int(), received: amount, due: amount, notDueYet: amount, expenses: amount })),
  categories: z
    .array(
      z.object({ CategoryID: z.int(), CategoryName: z.string(), received: amount, due: amount, recovery: z.number() }),
    )
    .meta({ description: "Of the current month" }),
  yearToDate: z
    .object({ recovery: z.number(), lastYear: z.number().nullable() })
    .meta({ description: "Recovery of the amounts due up to today, and of those due up to the same day of last year" }),
  today: z.iso.date().meta({ description: "The society day of the figures" }),
}) satisfies z.ZodType<DashboardData>;

export const dashboardSummary = defineEndpoint({
  ...endpointPaths.dashboard,
  guard: { page: "/", flag: "CanView" },
  isForDisplays: true,
  summary: "Collection and expenses of the current and the last month and year",
  response: dashboardData,
});
