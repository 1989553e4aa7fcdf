import { z } from "zod";
import { can, type Viewer } from "../permissions.ts";
import type { AnyResource, Guard } from "../registry.ts";
import { expenses } from "../resources/expenses.ts";
import { paymentReceipt } from "../resources/payment-receipt.ts";
import { plot } from "../resources/plot.ts";
import type { ImportKind } from "../wire.ts";
import { defineEndpoint } from "./endpoint.ts";
import { flagParameter } from "./query-parameters.ts";

const count = z.int().min(0);

/** What an import did, or in a dry run would do. */
const importOutcome = z.object({
  added: count,
  updated: count,
  unchanged: count,
  refused: z
    .array(z.object({ row: count, reason: z.string() }))
    .meta({ description: "Every row that was left out, numbered as in the spreadsheet" }),
});

export type ImportOutcome = z.output<typeof importOutcome>;

/** What a spreadsheet looks like, for a person to say which column is what. Columns count from 1, as rows do. */
const importPreview = z.object({
  rows: count.meta({ description: "How many rows hold anything" }),
  columns: count,
  first: z.array(z.object({ row: count, cells: z.array(z.string()) })).meta({ description: "The first of them" }),
  titles: count.meta({ description: "The row that seems to hold the titles; 0 for none" }),
  guess: z.record(z.string(), count).meta({ description: "The column that each field seems to stand in" }),
  fields: z.array(z.object({ name: z.string(), label: z.string(), required: z.boolean() })),
});

export type ImportPreview = z.output<typeof importPreview>;

const upload = {
  types: ["text/csv", "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet", "application/octet-stream"],
  limit: "10mb",
};

const query = z.object({
  dryRun: flagParameter().meta({ description: "Only tell what would be done, and write nothing" }),
  columns: z
    .string()
    .max(400)
    .regex(/^\w{1,30}:[1-9]\d{0,2}(,\w{1,30}:[1-9]\d{0,2}){0,19}$/)
    .optional()
    .meta({ description: "Which column holds what, as HouseNo:1,AmountPaid:4; guessed from the titles when left out" }),
  titles: z
    .string()
    .regex(/^\d{1,6}$/)
    .optional()
    .meta({ description: "With `columns`, the row that holds the titles; 0 for none" }),
});

/** What the rows of a spreadsheet become, and all the flags that taking them in asks for: where it changes rows, that too. */
export const importTargets = {
  plots: { resource: plot, guards: [plot.guards.create, plot.guards.update] },
  receipts: { resource: paymentReceipt, guards: [paymentReceipt.guards.create] },
  expenses: { resource: expenses, guards: [expenses.guards.create, expenses.guards.update] },
} as const satisfies Record<ImportKind, { resource: AnyResource; guards: readonly Guard[] }>;

export const importPlots = defineImport("plots", "Take plots in from a spreadsheet");
export const importReceipts = defineImport("receipts", "Take receipts in from a spreadsheet, and settle with them");
export const importExpenses = defineImport("expenses", "Take expenses in from a spreadsheet");
export const previewPlotImport = defineImportPreview("plots", "Look at a spreadsheet of plots");
export const previewReceiptImport = defineImportPreview("receipts", "Look at a spreadsheet of receipts");
export const previewExpenseImport = defineImportPreview("expenses", "Look at a spreadsheet of expenses");

function defineImport(name: ImportKind, summary: string) {
  return defineEndpoint({
    method: "post",
    path: `/import/${name}`,
    guard: importTargets[name].guards,
    allRowsOnly: true,
    summary,
    query,
    upload,
    errorStatuses: [409],
    response: z.object({ data: importOutcome }),
  });
}

function defineImportPreview(name: ImportKind, summary: string) {
  return defineEndpoint({
    method: "post",
    path: `/import/${name}/columns`,
    guard: importTargets[name].guards,
    allRowsOnly: true,
    summary,
    upload,
    response: z.object({ data: importPreview }),
  });
}

/** May they take such a spreadsheet in? Only who sees all rows may: those of a spreadsheet are of all houses. */
export function canImport({ permissions, scope }: Pick<Viewer, "permissions" | "scope">, name: ImportKind): boolean {
  return scope === "all" && importTargets[name].guards.every((guard) => can({ permissions }, guard));
}
