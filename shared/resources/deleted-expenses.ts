import { integer, text } from "../fields.ts";
import { defineResource } from "../registry.ts";

/** Imported expenses that a user deleted, so that the next import of the same spreadsheet does not add them again. */
export const deletedExpenses = defineResource({
  name: "deleted-expenses",
  idField: "DeletedExpenseID",
  label: "Deleted expense",
  page: "/finance-management?tab=expenses",
  verbs: [],
  input: {},
  serverFields: {
    ExpenseID: integer({ min: 1, message: "Expense" }),
    ExpenseTitle: text("Title"),
    ImportKey: text("Import key"),
    /** Identifies the values that the expense had. */
    ContentKey: text("Values"),
  },
  internal: true,
  indexes: [["ImportKey"], ["ContentKey"]],
});
