import { instant, integer, oneOf, text } from "../fields.ts";
import { defineResource } from "../registry.ts";
import { importKinds } from "../wire.ts";

/** Imports of spreadsheets, one row each: shows the progress to all users and prevents two imports at the same time. */
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
    /** Number of processed rows of the spreadsheet. */
    Done: integer({ min: 0, message: "Done" }),
    Total: integer({ min: 0, message: "Total" }),
    By: text("By"),
    /** Lease of a running import: it counts as failed when this instant passes without renewal. */
    Until: instant(),
  },
  internal: true,
  indexes: [["Kind"], ["State"]],
});
