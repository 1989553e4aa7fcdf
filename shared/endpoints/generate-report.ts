import { z } from "zod";
import { defineEndpoint } from "../endpoint.ts";

const choose = "Please select both month and year";

export const generateReport = defineEndpoint({
  method: "post",
  path: "/generate-report",
  guard: { page: "/generate-report", flag: "CanView" },
  summary: "The report of one month",
  body: z.object({
    month: z.int(choose).min(1, choose).max(12, choose),
    year: z.int(choose).min(1900, choose).max(2200, choose),
  }),
});

/** The years that report and expense forms offer. */
export const reportYears: readonly number[] = Array.from({ length: 17 }, (_, index) => 2024 + index);
