import { instant, integer, oneOf, text } from "../fields.ts";
import { defineResource } from "../registry.ts";
import { runKinds } from "../wire.ts";

/**
 * One record for each run: an import of a spreadsheet or a printing of many bills. Two imports cannot run at the same
 * time; bills can be printed meanwhile. No endpoint reads the records: a live query sends the progress to users with
 * scope `all` who can list the imported records or the bills.
 */
export const imports = defineResource({
  name: "imports",
  idField: "ImportID",
  label: "Import",
  page: "/society-management?tab=plots",
  verbs: [],
  input: {},
  serverFields: {
    Kind: oneOf(runKinds, "Kind"),
    State: oneOf(["running", "done", "failed"], "State"),
    /** Number of processed rows of the spreadsheet, or of finished bills. */
    Done: integer({ min: 0, message: "Done" }),
    Total: integer({ min: 0, message: "Total" }),
    By: text("By"),
    /** End of the run's lease. An import whose lease has ended is marked as failed when the next import starts. */
    Until: instant(),
  },
  internal: true,
  indexes: [["Kind"], ["State"]],
});
