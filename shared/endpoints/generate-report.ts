import { z } from "zod";
import { adjustment } from "../resources/adjustment.ts";
import { expenses } from "../resources/expenses.ts";
import { defineEndpoint, recordSchema } from "./endpoint.ts";

const chooseMonthMessage = "Please select both month and year";

const total = z.object({
  /** What was paid of the month's installments, whenever it was paid. */
  received: z.number(),
  /** Still unpaid: charged minus received. */
  due: z.number(),
  expenses: z.number(),
  status: z.string().meta({ description: "Profit or Loss" }),
});

/** The report of a month; amounts in rupees. */
export const monthReportResponse = z.object({
  /** A house counts as paid when all its installments of the month are settled. */
  summary: z
    .record(
      z.string(),
      z.object({ paidCount: z.int(), unpaidCount: z.int(), paidAmount: z.number(), unpaidAmount: z.number() }),
    )
    .meta({ description: "By category name" }),
  expenses: z.array(recordSchema(expenses)),
  adjustments: z.array(recordSchema(adjustment)).meta({
    description:
      "Adjustments with a due date in the month, or without one and dated in the month; voided ones are left out",
  }),
  total,
  kept: z.object({ By: z.string(), At: z.string(), total }).nullable().meta({
    description:
      "Who locked the month and when, and the total at that time; null if the month is not locked, and for residents. A total that differs from `total` means that records changed after the lock",
  }),
});

export const generateReport = defineEndpoint({
  method: "post",
  path: "/generate-report",
  guard: { page: "/generate-report", flag: "CanView" },
  summary: "The report of one month",
  body: z.object({
    month: z.int(chooseMonthMessage).min(1, chooseMonthMessage).max(12, chooseMonthMessage),
    year: z.int(chooseMonthMessage).min(1900, chooseMonthMessage).max(2200, chooseMonthMessage),
  }),
  response: monthReportResponse,
});

/** The years that report and expense forms offer. */
export const reportYears: readonly number[] = Array.from({ length: 17 }, (_, index) => 2024 + index);
