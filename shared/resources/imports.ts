import { instant, integer, oneOf, text } from "../fields.ts";
import { defineResource } from "../registry.ts";
import { importKinds } from "../wire.ts";

/** The spreadsheets that were taken in, one row each: how far it is while it runs, and whom to name to who would begin another. */
export const importRuns = defineResource({
  name: "imports",
  idField: "ImportID",
  label: "Import",
  page: "/society-management?tab=plots",
  verbs: [],
  input: {},
  computed: {
    Kind: oneOf(importKinds, "Kind"),
    State: oneOf(["running", "done", "failed"], "State"),
    /** Rows of the spreadsheet that are through. */
    Done: integer({ min: 0, message: "Done" }),
    Total: integer({ min: 0, message: "Total" }),
    By: text("By"),
    /** While running, when it counts as dead unless it says before that it is not. */
    Until: instant(),
  },
  internal: true,
  indexes: [["Kind"], ["State"]],
});
