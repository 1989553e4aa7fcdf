import { createHash } from "node:crypto";
import { canAccess } from "../../../shared/domain/resource-access.ts";
import { type ImportOutcome, importEndpoints, type SpreadsheetPreview } from "../../../shared/endpoints/import.ts";
import { createMessage } from "../../../shared/messages.ts";
import type { AnyResource } from "../../../shared/registry.ts";
import { importBatch } from "../../../shared/resources/import-batch.ts";
import type { ImportKind } from "../../../shared/wire.ts";
import type { RequestContext } from "../../commits/request-context.ts";
import type { Transaction } from "../../commits/transaction.ts";
import { invalidField, previewChanged } from "../../errors.ts";
import { defineEndpointHandler, type EndpointHandler } from "../../http/endpoint-handler.ts";
import { startRun } from "../run-progress.ts";
import { type Column, type ColumnMapping, detectColumns, parseColumnMapping } from "./columns.ts";
import { assertNotAllLocked } from "./locked-rows.ts";
import { readSpreadsheet } from "./read-spreadsheet.ts";
import { SpreadsheetError, type SpreadsheetRow } from "./spreadsheet.ts";

/** The rows and options of an import. */
export interface ImportInput {
  rows: readonly SpreadsheetRow[];
  /** The mapping that the user chose, if any. */
  mapping?: ColumnMapping | undefined;
  dryRun: boolean;
  /** Whether rows that look like existing records or repeat another row are added. */
  duplicatesMode: "skip" | "add";
  /** Whether an empty cell keeps the value of an existing record or clears it. */
  blanksMode: "keep" | "clear";
  /**
   * Whether the viewer may create a missing record of this resource, such as a plot type. Otherwise the rows that name
   * it are refused.
   */
  canCreate: (resource: AnyResource) => boolean;
  /** Whether the import creates such missing records or refuses their rows. */
  namesMode: "create" | "refuse";
  /** The preview that the user has seen, see `hashPlan`. */
  preview?: string | undefined;
  /** Called with the finished share, from 0 to 1. */
  onProgress: (share: number) => void;
}

/** What an import does, before it is written. */
export interface ImportPlan {
  outcome: ImportOutcome;
  /** The new rows, also possible duplicates, and those that change a record, with its id and its present Version. */
  writes: readonly { row: number; id?: number; Version?: number }[];
  /** Writes what is not staged yet, because that takes long and a preview does not need it. */
  apply?: () => Promise<unknown>;
}

/** Imports one kind of spreadsheet. */
export interface Importer {
  name: ImportKind;
  columns: readonly Column<string>[];
  planImport(tx: Transaction, input: ImportInput): Promise<ImportPlan>;
  /** Delays the import while operations of this server run that would conflict with it. */
  runSerially?: <Result>(work: () => Promise<Result>) => Promise<Result>;
}

const maxPreviewRows = 12;
const maxPreviewColumns = 100;
const maxPreviewCellLength = 60;

/** The endpoints of an importer: a preview, in which the user chooses the columns, and the import. */
export function defineImportHandlers(importer: Importer): readonly EndpointHandler[] {
  return [
    defineImportHandler(importer),
    defineEndpointHandler(importEndpoints[importer.name].previewSpreadsheet, async ({ file, contentType }) => {
      const rows = await readUpload(file, contentType);
      return { data: createPreview(rows, importer.columns) };
    }),
  ];
}

/**
 * Imports all valid rows in one transaction. Importing the same file again changes nothing, and a dry run writes
 * nothing. Throws SpreadsheetError when columns are missing, and 409 with a new preview if `preview` is no longer right.
 */
export async function runImport(
  ctx: RequestContext,
  importer: Importer,
  options: Pick<ImportInput, "rows" | "dryRun"> & Partial<ImportInput>,
): Promise<ImportOutcome> {
  const input = { ...defaultInput, ...options };
  if (input.dryRun) return runDryImport(ctx, importer, input);
  const Total = input.rows.length;
  const run = await startRun(ctx, { Kind: importer.name, Total });
  const onProgress = (share: number) => run.setProgress(Math.floor(share * Total));
  const work = () =>
    ctx.withoutGroupCommit().transaction(async (tx) => {
      const plan = await importer.planImport(tx, { ...input, onProgress });
      if (input.preview !== undefined && input.preview !== hashPlan(plan)) throw new PreviewOutdated();
      const { outcome } = plan;
      assertNotAllLocked(outcome);
      await plan.apply?.();
      if (outcome.added + outcome.updated === 0) return outcome;
      const { ImportBatchID } = await tx.insert(importBatch, { Kind: importer.name, UndoneAt: null });
      return { ...outcome, ImportBatchID };
    });
  let outcome: ImportOutcome;
  try {
    outcome = await (importer.runSerially ? importer.runSerially(work) : work());
  } catch (error) {
    await run.finish("failed").catch(() => undefined);
    if (!(error instanceof PreviewOutdated)) throw error;
    throw previewChanged(await runDryImport(ctx, importer, { ...input, dryRun: true }));
  }
  // The rows are committed, so an error here must not make the import look failed. The run then ends with its lease.
  await run.finish("done").catch(() => undefined);
  return outcome;
}

const defaultInput = {
  duplicatesMode: "skip" as const,
  blanksMode: "keep" as const,
  namesMode: "create" as const,
  canCreate: () => true,
  onProgress: () => {},
};

/**
 * The importer whose required columns all have a title in the spreadsheet. Throws SpreadsheetError when there is none
 * or several.
 */
export function detectImporter(rows: readonly SpreadsheetRow[], importers: readonly Importer[]): Importer {
  const [importer, ...others] = importers.filter(({ columns }) => {
    const { columnIndexes } = detectColumns(rows, columns);
    return columns.every(({ name, isRequired }) => !isRequired || columnIndexes.has(name));
  });
  if (importer && others.length === 0) return importer;
  const kindNames = importers.map(({ name }) => name).join(", ");
  throw new SpreadsheetError(
    `The column titles do not identify the kind of file. Choose it with --kind: ${kindNames}.`,
  );
}

function defineImportHandler(importer: Importer) {
  return defineEndpointHandler(importEndpoints[importer.name].run, async ({ ctx, file, contentType, query }) => {
    const { dryRun, alike, names, blanks, columns, titles: headerRowNumber, preview } = query;
    const rows = await readUpload(file, contentType);
    const canCreate = (resource: AnyResource) => canAccess(ctx.viewer, { resource, verb: "create" });
    const data = await withSpreadsheetErrors(async () => {
      const mapping = parseColumnMapping({ columns, headerRowNumber }, importer.columns);
      const modes = { duplicatesMode: alike, namesMode: names, blanksMode: blanks, preview };
      return runImport(ctx, importer, { rows, mapping, dryRun, canCreate, ...modes });
    });
    return { ...createMessage(dryRun ? "nothing-saved" : "import-finished"), data };
  });
}

function readUpload(file: Uint8Array, contentType: string) {
  return withSpreadsheetErrors(() => readSpreadsheet(file, { contentType }));
}

/** Runs `work`; throws 400 for the field `file` instead of a SpreadsheetError. */
async function withSpreadsheetErrors<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof SpreadsheetError ? invalidField("file", error.refusal) : error;
  }
}

function createPreview(rows: readonly SpreadsheetRow[], columns: Importer["columns"]): SpreadsheetPreview {
  const { headerRowNumber, columnIndexes } = detectColumns(rows, columns);
  const columnCount = Math.max(0, ...rows.map(({ cells }) => cells.length));
  // The row with the titles can be after the first rows.
  const previewRows = rows.filter(({ rowNumber }, index) => index < maxPreviewRows || rowNumber === headerRowNumber);
  return {
    rows: rows.length,
    columns: Math.min(columnCount, maxPreviewColumns),
    first: previewRows.map(({ rowNumber, cells }) => ({
      row: rowNumber,
      cells: cells.slice(0, maxPreviewColumns).map((cell) => cell.slice(0, maxPreviewCellLength)),
    })),
    titles: headerRowNumber,
    guess: Object.fromEntries([...columnIndexes].map(([field, column]) => [field, column + 1])),
    fields: columns.map((column) => ({
      name: column.name,
      label: column.aliases[0],
      required: column.isRequired ?? false,
    })),
  };
}

/** Thrown in the transaction of an import whose preview is no longer right, so that it is rolled back. */
class PreviewOutdated extends Error {}

/**
 * Identifies what the import writes and what its preview shows. The same in both modes of possible duplicates, because
 * the user chooses the mode after the preview.
 */
function hashPlan({ writes, outcome: { refused, alike, newNames } }: ImportPlan): string {
  return createHash("sha256")
    .update(JSON.stringify([writes, refused, alike, newNames]))
    .digest("base64url");
}

/** Thrown at the end of a dry run, so that its transaction is rolled back. */
class DryRunRollback extends Error {
  readonly outcome: ImportOutcome;

  constructor(outcome: ImportOutcome) {
    super("A dry run writes nothing");
    this.outcome = outcome;
  }
}

async function runDryImport(ctx: RequestContext, importer: Importer, input: ImportInput): Promise<ImportOutcome> {
  try {
    return await ctx.withoutGroupCommit().transaction(async (tx) => {
      const plan = await importer.planImport(tx, input);
      throw new DryRunRollback({ ...plan.outcome, Preview: hashPlan(plan) });
    });
  } catch (error) {
    if (error instanceof DryRunRollback) return error.outcome;
    throw error;
  }
}
