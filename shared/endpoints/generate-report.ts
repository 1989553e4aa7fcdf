import { z } from "zod";
import { adjustment } from "../resources/adjustment.ts";
import { expenses } from "../resources/expenses.ts";
import { defineEndpoint, recordSchema } from "./endpoint.ts";

const chooseMonthMessage = "Please select both month and year";

const total = z.object({ received: z.number(), due: z.number(), expenses: z.number(), status: z.string() });

export const generateReport = defineEndpoint({
  method: "post",
  path: "/generate-report",
  guard: { page: "/generate-report", flag: "CanView" },
  summary: "The report of one month",
  body: z.object({
    month: z.int(chooseMonthMessage).min(1, chooseMonthMessage).max(12, chooseMonthMessage),
    year: z.int(chooseMonthMessage).min(1900, chooseMonthMessage).max(2200, chooseMonthMessage),
  }),
  response: z.object({
    summary: z
      .record(
        z.string(),
        z.object({ paidCount: z.int(), unpaidCount: z.int(), paidAmount: z.number(), unpaidAmount: z.number() }),
      )
      .meta({ description: "By category name" }),
    expenses: z.array(recordSchema(expenses)),
    adjustments: z.array(recordSchema(adjustment)).meta({
      description: "Those that are due in the month, or without a due date are of a day in it; without voided ones",
    }),
    total,
    kept: z.object({ By: z.string(), At: z.string(), total }).nullable().meta({
      description:
        "Who locked the month, when, and its total at that time; null for an open month, and to residents. The difference came later",
    }),
  }),
});

/** The years that report and expense forms offer. */
export const reportYears: readonly number[] = Array.from({ length: 17 }, (_, index) => 2024 + index);
