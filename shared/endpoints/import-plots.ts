import { defineEndpoint } from "../endpoint.ts";

/** What an import did, or in a dry run would do. */
export interface ImportOutcome {
  added: number;
  updated: number;
  unchanged: number;
  /** Every row that was left out, numbered as in the spreadsheet. */
  refused: { row: number; reason: string }[];
}

export const importPlots = defineEndpoint({
  method: "post",
  path: "/import/plots",
  guard: { page: "/society-management?tab=plots", flag: "CanAdd" },
  summary: "Takes plots in from a spreadsheet; ?dryRun=1 only tells what it would do",
  upload: {
    types: [
      "text/csv",
      "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
      "application/octet-stream",
    ],
    limit: "10mb",
  },
});
