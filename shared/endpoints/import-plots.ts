import { z } from "zod";
import { defineEndpoint, flagParameter } from "../endpoint.ts";
import { plot } from "../resources/plot.ts";

const count = z.int().min(0);

/** What an import did, or in a dry run would do. */
export const importOutcome = z.object({
  added: count,
  updated: count,
  unchanged: count,
  refused: z
    .array(z.object({ row: count, reason: z.string() }))
    .meta({ description: "Every row that was left out, numbered as in the spreadsheet" }),
});

export type ImportOutcome = z.output<typeof importOutcome>;

export const importPlots = defineEndpoint({
  method: "post",
  path: "/import/plots",
  guard: [plot.guards.create, plot.guards.update],
  allRowsOnly: true,
  summary: "Take plots in from a spreadsheet",
  query: z.object({ dryRun: flagParameter().meta({ description: "Only tell what would be done, and write nothing" }) }),
  upload: {
    types: [
      "text/csv",
      "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
      "application/octet-stream",
    ],
    limit: "10mb",
  },
  answer: z.object({ data: importOutcome }),
});
