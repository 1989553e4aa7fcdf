import { instant, integer, oneOf, text } from "../fields.ts";
import { defineResource } from "../registry.ts";
import { runKinds } from "../wire.ts";

/**
 * One record for each import of a spreadsheet and each printing of many bills. Users who can list the records of all
 * houses see the progress. No second import can start while one runs.
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
    /** End of the lease of a running import. An import that does not renew its lease in time counts as failed. */
    Until: instant(),
  },
  internal: true,
  indexes: [["Kind"], ["State"]],
});
