import { z } from "zod";
import { can, type Viewer } from "../permissions.ts";
import type { AnyResource, Guard } from "../registry.ts";
import { adjustment } from "../resources/adjustment.ts";
import { expenses } from "../resources/expenses.ts";
import { paymentReceipt } from "../resources/payment-receipt.ts";
import { plot } from "../resources/plot.ts";
import type { ImportKind } from "../wire.ts";
import { defineEndpoint } from "./endpoint.ts";
import { flagParameter } from "./query-parameters.ts";

const count = z.int().min(0);

const reason = z.object({
  message: z.string(),
  code: z.string().optional().meta({ description: "Omitted when the message is the validation error of a field" }),
  values: z.record(z.string(), z.union([z.string(), z.number()])).optional(),
});

const possibleDuplicate = z.object({
  row: count,
  id: z.int().meta({ description: "The id of the record" }),
  name: z.string().meta({ description: "The record's name as screens show it: R-12" }),
  deleted: z.boolean().meta({ description: "The record was imported from such a row and deleted by hand" }),
});

/** A row of a spreadsheet that looks like an existing or deleted record. */
export type PossibleDuplicate = z.output<typeof possibleDuplicate>;

/** The result of an import, or of a dry run, which writes nothing. */
const importOutcome = z.object({
  added: count,
  updated: count,
  unchanged: count,
  refused: z
    .array(z.object({ row: count, reason: z.string(), reasons: z.array(reason) }))
    .meta({ description: "The rows that were not imported, numbered as in the spreadsheet" }),
  alike: z.array(possibleDuplicate).optional().meta({
    description:
      "The rows that look like existing or deleted records; the parameter `alike` decides whether they are added or skipped",
  }),
});

export type ImportOutcome = z.output<typeof importOutcome>;

/**
 * The beginning of a spreadsheet, in which the user chooses the column of each field. Numbers of rows and columns start
 * at 1.
 */
const importPreview = z.object({
  rows: count.meta({ description: "Number of rows that are not empty" }),
  columns: count.meta({ description: "Number of columns" }),
  first: z.array(z.object({ row: count, cells: z.array(z.string()) })).meta({ description: "The first rows" }),
  titles: count.meta({ description: "The number of the detected row with the column titles; 0 for none" }),
  guess: z.record(z.string(), count).meta({ description: "The number of the detected column of each field" }),
  fields: z.array(z.object({ name: z.string(), label: z.string(), required: z.boolean() })),
});

export type ImportPreview = z.output<typeof importPreview>;

const upload = {
  types: ["text/csv", "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet", "application/octet-stream"],
  limit: "10mb",
};

const importQuery = z.object({
  dryRun: flagParameter().meta({ description: "Answer the result without writing anything" }),
  alike: z
    .enum(["skip", "add"])
    .default("skip")
    .meta({ description: "Whether rows that look like existing records are added" }),
  columns: z
    .string()
    .max(400)
    .regex(/^\w{1,30}:[1-9]\d{0,2}(,\w{1,30}:[1-9]\d{0,2}){0,19}$/)
    .optional()
    .meta({
      description:
        "The number of the column of each field, as HouseNo:1,AmountPaid:4; detected from the titles when left out",
    }),
  titles: z
    .string()
    .regex(/^\d{1,6}$/)
    .optional()
    .meta({ description: "With `columns`: the number of the row with the column titles; 0 for none" }),
});

/** The resource of each kind of import and the flags that it needs: CanUpdate too when the import updates records. */
export const importTargets = {
  plots: { resource: plot, guards: [plot.guards.create, plot.guards.update] },
  receipts: { resource: paymentReceipt, guards: [paymentReceipt.guards.create] },
  expenses: { resource: expenses, guards: [expenses.guards.create, expenses.guards.update] },
  "opening-balances": { resource: adjustment, guards: [adjustment.guards.create] },
} as const satisfies Record<ImportKind, { resource: AnyResource; guards: readonly Guard[] }>;

export const importPlots = defineImport("plots", "Import plots from a spreadsheet");
export const importReceipts = defineImport(
  "receipts",
  "Import receipts from a spreadsheet and settle installments with them",
);
export const importExpenses = defineImport("expenses", "Import expenses from a spreadsheet");
export const importOpeningBalances = defineImport(
  "opening-balances",
  "Import what houses owed, or had paid in advance, before the portal",
);
export const previewPlotImport = defineImportPreview("plots", "Preview a spreadsheet of plots");
export const previewReceiptImport = defineImportPreview("receipts", "Preview a spreadsheet of receipts");
export const previewExpenseImport = defineImportPreview("expenses", "Preview a spreadsheet of expenses");
export const previewOpeningBalanceImport = defineImportPreview(
  "opening-balances",
  "Preview a spreadsheet of opening balances",
);

function defineImport(kind: ImportKind, summary: string) {
  return defineEndpoint({
    method: "post",
    path: `/import/${kind}`,
    guard: importTargets[kind].guards,
    allRowsOnly: true,
    summary,
    query: importQuery,
    upload,
    errorStatuses: [409],
    response: z.object({ data: importOutcome }),
  });
}

function defineImportPreview(kind: ImportKind, summary: string) {
  return defineEndpoint({
    method: "post",
    path: `/import/${kind}/columns`,
    guard: importTargets[kind].guards,
    allRowsOnly: true,
    summary,
    upload,
    response: z.object({ data: importPreview }),
  });
}

/**
 * Whether the viewer can import this kind of spreadsheet. Requires access to all rows, because a spreadsheet covers all
 * houses.
 */
export function canImport({ permissions, scope }: Pick<Viewer, "permissions" | "scope">, kind: ImportKind): boolean {
  return scope === "all" && importTargets[kind].guards.every((guard) => can({ permissions }, guard));
}
