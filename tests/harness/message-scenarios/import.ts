import { z } from "zod";
import { expenses } from "../../../shared/resources/expenses.ts";
import { createRowBuilder, postImport } from "../imports.ts";
import type { Person } from "../person.ts";
import type { Reply } from "../reply.ts";
import type { MessageCode, MessageScenario } from "./scenario.ts";

const plotTitles = ["House No", "Category", "Type", "Floor", "Owner", "Mobile", "Email", "Plot Only"];
const validPlot = ["I-1", "A", "Residential", "Ground", "Owner", "", "", ""];
const plotWith = createRowBuilder(plotTitles, validPlot);

const plotsWithErrors = [
  plotTitles,
  validPlot,
  validPlot,
  plotWith({ "House No": "A-1", Category: "B" }),
  plotWith({ "House No": "I-2", Category: "Z" }),
  plotWith({ "House No": "I-3", Owner: "x".repeat(201) }),
  plotWith({ "House No": "I-4", Owner: "=1+1" }),
  plotWith({ "House No": "I-5", Mobile: "12" }),
  plotWith({ "House No": "I-6", Email: "ali at pk" }),
  plotWith({ "House No": "I-7", "Plot Only": "maybe" }),
  ["A-2", "A", "Commercial", "Ground", "Sana", "", "", "yes"],
];

/** Messages about a spreadsheet and its refused rows. */
export const importScenarios = {
  "titles-not-found": {
    text: "No header row was found with House No, Category, Type, Floor, Owner Name.",
    status: 400,
    run: ({ admin }) => importRows(admin, "plots", [["Some"], ["Thing"]]),
  },
  "columns-not-chosen": {
    text: "No column was chosen for Amount, Payment Date, Payment Method.",
    status: 400,
    run: ({ admin }) => importRows(admin, "receipts?columns=HouseNo:1&titles=1", [["House"], ["A-1"]]),
  },
  "unknown-column": {
    text: "There is no column named PlotID.",
    status: 400,
    run: ({ admin }) => importRows(admin, "plots?columns=PlotID:1&titles=1", [["House"], ["A-1"]]),
  },
  "unclosed-quotation-mark": {
    text: "Row 2 opens a quotation mark that is never closed.",
    status: 400,
    run: ({ admin }) => importRows(admin, "plots", [plotTitles, ['"A-1']]),
  },
  "quotation-mark-in-cell": {
    text: "Row 2 begins a cell with a quotation mark that does not enclose the whole cell. Remove it, or save the file as xlsx.",
    status: 400,
    run: ({ admin }) => importRows(admin, "plots", [plotTitles, ['"A"-1"']]),
  },
  "unknown-name": refusedPlot("Category Z does not exist"),
  "duplicate-in-file": refusedPlot("House I-1 is already in row 2"),
  "category-fixed": refusedPlot("A-1 is in another category, which cannot be changed"),
  "type-fixed": refusedPlot("A-2 is of another type, which cannot be changed"),
  "plot-only-fixed": refusedPlot("A-2: Is Plot Only cannot be changed"),
  "too-long": refusedPlot("Owner name is too long"),
  "is-formula": refusedPlot("Owner name is a formula: =1+1"),
  "not-recognised": refusedPlot("Mobile number not recognised: 12"),
  "invalid-email": refusedPlot("Invalid email: ali at pk"),
  "neither-yes-nor-no": refusedPlot("Plot Only must be yes or no, not: maybe"),
  "receipt-imported-differently": {
    text: "Receipt number 77 was imported before with different values",
    field: "data",
    run: async ({ admin }) => {
      const titles = ["House No", "Amount", "Payment Date", "Payment Method", "Receipt No"];
      await importRows(admin, "receipts", [titles, ["A-1", "10", "2026-11-14", "Cash", "77"]]);
      return importRows(admin, "receipts", [titles, ["A-1", "20", "2026-11-14", "Cash", "77"]]);
    },
  },
  "opening-differs": {
    text: "The house has the opening balance ADJ-1 of that day with another amount",
    field: "data",
    run: async ({ admin }) => {
      const titles = ["House No", "Amount", "As of"];
      await importRows(admin, "opening-balances", [titles, ["A-1", "10", "2026-11-14"]]);
      return importRows(admin, "opening-balances", [titles, ["A-1", "20", "2026-11-14"]]);
    },
  },
  "voucher-imported-differently": {
    text: "Voucher number 78 was imported before with different values",
    field: "data",
    run: async ({ admin }) => {
      const titles = ["Expense Type", "Title", "Month", "Year", "Amount", "Voucher No"];
      await importRows(admin, "expenses", [titles, ["Power", "Lamps", "11", "2026", "10", "78"]]);
      return importRows(admin, "expenses", [titles, ["Power", "Lamps", "11", "2026", "20", "78"]]);
    },
  },
  "import-undone": {
    text: "Import undone",
    run: async ({ admin }) => undoImport(admin, await importExpense(admin, "Paint")),
  },
  "import-undone-before": {
    text: "This import was undone before",
    status: 409,
    run: async ({ admin }) => {
      const imported = await importExpense(admin, "Nails");
      await undoImport(admin, imported);
      return undoImport(admin, imported);
    },
  },
  "import-built-on": {
    text: "Cement was changed or used since, so this import can no longer be undone",
    status: 409,
    run: async ({ admin }) => {
      const imported = await importExpense(admin, "Cement");
      const row = (await admin.list(expenses)).find(({ ExpenseTitle }) => ExpenseTitle === "Cement");
      await admin.put(`/expenses/${row?.ExpenseID}`, { ...row, Amount: 20 });
      return undoImport(admin, imported);
    },
  },
  "approval-required": {
    text: "A second person must approve this",
    field: "data",
    run: async ({ admin }) => {
      await admin.put("/society", { Name: "S", Limits: { BackdateDays: 3 } });
      const titles = ["House No", "Amount", "Payment Date", "Payment Method"];
      return importRows(admin, "receipts", [titles, ["A-1", "10", "2026-11-01", "Cash"]]);
    },
  },
} satisfies Partial<Record<MessageCode, MessageScenario>>;

function importExpense(admin: Person, title: string): Promise<Reply> {
  const titles = ["Expense Type", "Title", "Month", "Year", "Amount"];
  return importRows(admin, "expenses", [titles, ["Repairs", title, "11", "2026", "10"]]);
}

function undoImport(admin: Person, { body: { data } }: Reply): Promise<Reply> {
  const { ImportBatchID } = z.object({ ImportBatchID: z.int() }).parse(data);
  return admin.post(`/import/expenses/${ImportBatchID}/undo`);
}

/**
 * All scenarios made by this function send the same file, because the portal starts a process for each file that it has
 * not seen before.
 */
function refusedPlot(text: string): MessageScenario {
  return { text, field: "data", run: ({ admin }) => importRows(admin, "plots?dryRun=1", plotsWithErrors) };
}

function importRows(admin: Person, path: string, rows: readonly (readonly string[])[]) {
  const body = rows.map((cells) => cells.join(",")).join("\r\n");
  return postImport(admin, path, body);
}
