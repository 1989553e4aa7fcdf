import { z } from "zod";
import { can, type Viewer } from "../permissions.ts";
import type { AnyResource, Guard } from "../registry.ts";
import { adjustment } from "../resources/adjustment.ts";
import { expenses } from "../resources/expenses.ts";
import { paymentReceipt } from "../resources/payment-receipt.ts";
import { plot } from "../resources/plot.ts";
import type { ImportKind } from "../wire.ts";
import { defineEndpoint } from "./endpoint.ts";
import { booleanParameter } from "./query-parameters.ts";

const wholeNumber = z.int().min(0);

const reason = z.object({
  message: z.string(),
  code: z.string().optional().meta({ description: "Omitted when the message is the validation error of a field" }),
  values: z.record(z.string(), z.union([z.string(), z.number()])).optional(),
});

const possibleDuplicate = z.object({
  row: wholeNumber,
  id: z.int().nullable().meta({ description: "The id of the record; null for another row of the spreadsheet" }),
  name: z.string().meta({ description: "The record's name as screens show it: R-12; of a row its number" }),
  deleted: z
    .boolean()
    .meta({ description: "Whether the record was imported from an equal row and later deleted by a user" }),
});

/** A row of a spreadsheet that looks like an existing or deleted record, or repeats the payment of another row. */
export type PossibleDuplicate = z.output<typeof possibleDuplicate>;

const recordChange = z.object({
  row: wholeNumber,
  name: z.string().meta({ description: "The record's name as screens show it: A-12" }),
  fields: z
    .array(z.object({ label: z.string(), before: z.string(), after: z.string() }))
    .meta({ description: "The values that change, as texts; empty for none" }),
});

/** The changes of a spreadsheet row to an existing record. */
export type RecordChange = z.output<typeof recordChange>;

const newName = z.object({
  label: z.string().meta({ description: "Category, Type or Floor" }),
  name: z.string(),
  rows: wholeNumber.meta({ description: "The number of rows with this name" }),
});

/** A name of a plot type, category or floor for which no record exists yet. */
export type NewName = z.output<typeof newName>;

/** The maximum number of changes that a dry run lists. */
export const maxListedChanges = 2_000;

/** The result of an import, or of a dry run, which writes nothing. */
const importOutcome = z.object({
  added: wholeNumber,
  updated: wholeNumber,
  unchanged: wholeNumber,
  refused: z
    .array(
      z.object({
        row: wholeNumber,
        reason: z.string().meta({ description: "The English texts of all reasons" }),
        reasons: z.array(reason),
      }),
    )
    .meta({ description: "The rows that were not imported, numbered as in the spreadsheet" }),
  changes: z
    .array(recordChange)
    .optional()
    .meta({ description: `The changes of a dry run to existing records, the first ${maxListedChanges} of them` }),
  newNames: z.array(newName).optional().meta({
    description: "Names without a record: the import creates the records, or with `names=refuse` refuses the rows",
  }),
  Preview: z.string().optional().meta({
    description:
      "Identifies this preview of a dry run; send it with the import to write exactly these changes, apart from the choice of `alike`",
  }),
  ImportBatchID: z
    .int()
    .optional()
    .meta({ description: "Identifies the import for an undo; missing if nothing was written" }),
  alike: z.array(possibleDuplicate).optional().meta({
    description:
      "The rows that look like existing or deleted records, or repeat the payment of another row; the parameter `alike` decides whether they are added or skipped",
  }),
});

export type ImportOutcome = z.output<typeof importOutcome>;

/**
 * The beginning of a spreadsheet, in which the user chooses the column of each field. Numbers of rows and columns start
 * at 1.
 */
const spreadsheetPreview = z.object({
  rows: wholeNumber.meta({ description: "Number of rows that are not empty" }),
  columns: wholeNumber.meta({ description: "Number of columns" }),
  first: z.array(z.object({ row: wholeNumber, cells: z.array(z.string()) })).meta({ description: "The first rows" }),
  titles: wholeNumber.meta({ description: "The number of the detected row with the column titles; 0 for none" }),
  guess: z.record(z.string(), wholeNumber).meta({ description: "The number of the detected column of each field" }),
  fields: z.array(z.object({ name: z.string(), label: z.string(), required: z.boolean() })),
});

export type SpreadsheetPreview = z.output<typeof spreadsheetPreview>;

const upload = {
  types: ["text/csv", "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet", "application/octet-stream"],
  limit: "10mb",
};

const importQuery = z.object({
  dryRun: booleanParameter().meta({ description: "Answer the result without writing anything" }),
  alike: z.enum(["skip", "add"]).default("skip").meta({
    description:
      "Whether rows that look like existing or deleted records, or repeat the payment of another row, are added",
  }),
  names: z
    .enum(["create", "refuse"])
    .default("create")
    .meta({ description: "Whether missing types, floors and categories are created, or rows with them refused" }),
  blanks: z
    .enum(["keep", "clear"])
    .default("keep")
    .meta({ description: "Whether an empty cell keeps the value of an existing record or clears it" }),
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
  preview: z.string().max(100).optional().meta({
    description:
      "The `Preview` of a dry run of this file: if records have changed since, the import writes nothing and answers 409 preview-changed with a new preview",
  }),
});

/**
 * The resource of each kind of import and the flags that the import needs. Undoing the import also needs CanDelete.
 */
export const importTargets = {
  plots: { resource: plot, guards: [plot.guards.create, plot.guards.update] },
  receipts: { resource: paymentReceipt, guards: [paymentReceipt.guards.create] },
  expenses: { resource: expenses, guards: [expenses.guards.create, expenses.guards.update] },
  "opening-balances": { resource: adjustment, guards: [adjustment.guards.create] },
} as const satisfies Record<ImportKind, { resource: AnyResource; guards: readonly Guard[] }>;

/** The endpoints of each kind of import: the import itself, the preview of its spreadsheet, and its undo. */
export const importEndpoints = {
  plots: defineImport("plots", {
    run: "Import plots from a spreadsheet",
    previewSpreadsheet: "Preview a spreadsheet of plots",
    undo: "Undo an import of plots that were neither changed nor used since",
  }),
  receipts: defineImport("receipts", {
    run: "Import receipts from a spreadsheet and settle installments with them",
    previewSpreadsheet: "Preview a spreadsheet of receipts",
    undo: "Undo an import of receipts: void them all",
  }),
  expenses: defineImport("expenses", {
    run: "Import expenses from a spreadsheet",
    previewSpreadsheet: "Preview a spreadsheet of expenses",
    undo: "Undo an import of expenses: delete them all",
  }),
  "opening-balances": defineImport("opening-balances", {
    run: "Import the dues and credits that houses had before the portal",
    previewSpreadsheet: "Preview a spreadsheet of opening balances",
    undo: "Undo an import of opening balances: void them all",
  }),
};

function defineImport(kind: ImportKind, summaries: Record<"run" | "previewSpreadsheet" | "undo", string>) {
  const { guards, resource } = importTargets[kind];
  return {
    run: defineEndpoint({
      method: "post",
      path: `/import/${kind}`,
      guard: guards,
      requiresScopeAll: true,
      summary: summaries.run,
      query: importQuery,
      upload,
      errorStatuses: [409],
      response: z.object({ data: importOutcome }),
    }),
    previewSpreadsheet: defineEndpoint({
      method: "post",
      path: `/import/${kind}/columns`,
      guard: guards,
      requiresScopeAll: true,
      summary: summaries.previewSpreadsheet,
      upload,
      response: z.object({ data: spreadsheetPreview }),
    }),
    undo: defineEndpoint({
      method: "post",
      path: `/import/${kind}/:ImportBatchID/undo`,
      guard: [...guards, resource.guards.remove],
      requiresScopeAll: true,
      mayNeedApproval: true,
      summary: summaries.undo,
      errorStatuses: [404, 409],
    }),
  };
}

/** Whether the viewer can undo an import of this kind. */
export function canUndoImport(viewer: Pick<Viewer, "permissions" | "scope">, kind: ImportKind): boolean {
  return canImport(viewer, kind) && can(viewer, importTargets[kind].resource.guards.remove);
}

/**
 * Whether the viewer can import this kind of spreadsheet. Requires access to all rows, because a spreadsheet covers all
 * houses.
 */
export function canImport({ permissions, scope }: Pick<Viewer, "permissions" | "scope">, kind: ImportKind): boolean {
  return scope === "all" && importTargets[kind].guards.every((guard) => can({ permissions }, guard));
}
