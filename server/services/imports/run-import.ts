import { canAccess } from "../../../shared/domain/resource-access.ts";
import type { ImportOutcome, ImportPreview, importPlots, previewPlotImport } from "../../../shared/endpoints/import.ts";
import { createMessage } from "../../../shared/messages.ts";
import type { AnyResource, RowOf } from "../../../shared/registry.ts";
import { imports } from "../../../shared/resources/imports.ts";
import type { ImportKind } from "../../../shared/wire.ts";
import { isUnexpired } from "../../clock.ts";
import type { RequestContext } from "../../commits/request-context.ts";
import type { Transaction } from "../../commits/transaction.ts";
import { conflict, invalidField } from "../../errors.ts";
import { defineEndpointHandler, type EndpointHandler } from "../../http/endpoint-handler.ts";
import { type Column, type ColumnMapping, detectColumns, parseColumnMapping } from "./columns.ts";
import { assertNotAllLocked } from "./locked-rows.ts";
import { readSpreadsheet } from "./read-spreadsheet.ts";
import { SpreadsheetError, type SpreadsheetRow } from "./spreadsheet.ts";

export interface ImportInput {
  rows: readonly SpreadsheetRow[];
  /** The mapping that the user chose, if any. */
  mapping?: ColumnMapping | undefined;
  dryRun: boolean;
  /** Whether rows that look like existing records are added. */
  duplicatesMode: "skip" | "add";
  /**
   * Whether the viewer may create records that a row refers to, such as a new plot type. Otherwise the row is refused.
   */
  canCreate: (resource: AnyResource) => boolean;
  /** Called with the finished share, from 0 to 1. */
  onProgress: (share: number) => void;
}

/** Imports one kind of spreadsheet. */
export interface Importer {
  name: ImportKind;
  columns: readonly Column<string>[];
  importRows(tx: Transaction, input: ImportInput): Promise<ImportOutcome>;
  /** Delays the import while operations of this server run that would conflict with it. */
  runSerially?: <Result>(work: () => Promise<Result>) => Promise<Result>;
}

/** The endpoints of one kind of import. All kinds have the same types. */
interface ImportEndpoints {
  run: typeof importPlots;
  preview: typeof previewPlotImport;
}

const maxPreviewRows = 12;
const maxPreviewColumns = 100;
const maxPreviewCellLength = 60;

/** The endpoints of an importer: a preview, in which the user chooses the columns, and the import. */
export function defineImportHandlers(
  importer: Importer,
  { run, preview }: ImportEndpoints,
): readonly EndpointHandler[] {
  return [
    defineImportHandler(run, importer),
    defineEndpointHandler(preview, async ({ file, contentType }) => {
      const rows = await readUpload(file, contentType);
      return { success: true, message: "", data: createPreview(rows, importer.columns) };
    }),
  ];
}

/**
 * Imports all valid rows in one transaction. Importing the same file again changes nothing, and a dry run writes
 * nothing. Throws SpreadsheetError when columns are missing.
 */
export async function runImport(
  ctx: RequestContext,
  importer: Importer,
  options: Omit<ImportInput, "onProgress" | "duplicatesMode" | "canCreate"> &
    Partial<Pick<ImportInput, "duplicatesMode" | "canCreate">>,
): Promise<ImportOutcome> {
  const input = { duplicatesMode: "skip" as const, canCreate: () => true, onProgress: () => {}, ...options };
  if (input.dryRun) return runDryImport(ctx, importer, input);
  const Total = input.rows.length;
  const run = await startImportRun(ctx, { Kind: importer.name, Total });
  try {
    const onProgress = (share: number) => run.setProgress(Math.floor(share * Total));
    const work = () =>
      ctx.withoutGroupCommit().transaction(async (tx) => {
        const outcome = await importer.importRows(tx, { ...input, onProgress });
        assertNotAllLocked(outcome);
        return outcome;
      });
    const outcome = await (importer.runSerially ? importer.runSerially(work) : work());
    await run.finish("done");
    return outcome;
  } catch (error) {
    await run.finish("failed").catch(() => undefined);
    throw error;
  }
}

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

function defineImportHandler(endpoint: ImportEndpoints["run"], importer: Importer) {
  return defineEndpointHandler(
    endpoint,
    async ({ ctx, file, contentType, query: { dryRun, alike: duplicatesMode, columns, titles } }) => {
      const rows = await readUpload(file, contentType);
      const canCreate = (resource: AnyResource) => canAccess(ctx.viewer, { resource, verb: "create" });
      const data = await withSpreadsheetErrors(async () => {
        const mapping = parseColumnMapping({ columns, titles }, importer.columns);
        return runImport(ctx, importer, { rows, mapping, dryRun, duplicatesMode, canCreate });
      });
      return { success: true, ...createMessage(dryRun ? "import-previewed" : "import-finished"), data };
    },
  );
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

function createPreview(rows: readonly SpreadsheetRow[], columns: Importer["columns"]): ImportPreview {
  const { headerRowNumber, columnIndexes } = detectColumns(rows, columns);
  const columnCount = Math.max(0, ...rows.map(({ cells }) => cells.length));
  // The row with the titles may be further down.
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
      throw new DryRunRollback(await importer.importRows(tx, input));
    });
  } catch (error) {
    if (error instanceof DryRunRollback) return error.outcome;
    throw error;
  }
}

type ImportState = RowOf<typeof imports>["State"];

/** Key of the value that every import writes at its start. Stored in the database, so its text must not change. */
const importStartKey = "an import is under way";
/** Another import may start when the running one has not renewed its lease for this long. */
const leaseMs = 30_000;
const heartbeatIntervalMs = 2_000;
const progressIntervalMs = 250;

/**
 * Starts an import run. Only one may run at a time, because two would wait for each other's rows. All servers broadcast
 * the progress that is written to it. Throws 409 with the name of the other user while another import runs.
 */
async function startImportRun(ctx: RequestContext, { Kind, Total }: { Kind: ImportKind; Total: number }) {
  // The idempotency key belongs to the transaction with the rows.
  const runContext = ctx.withoutIdempotency();
  const { ImportID } = await runContext.transaction(async (tx) => {
    const [running] = await tx.find(imports, { State: "running" }, { limit: 1 });
    if (running && isUnexpired(running.Until, { now: tx.now, lifetimeMs: leaseMs }))
      throw conflict(createMessage("import-running", { by: running.By }));
    if (running) tx.update(imports, running, { State: "failed" });
    // Two imports that start at the same time conflict in this write. The second one is retried and finds the first.
    tx.putSecret({ key: importStartKey, value: tx.now });
    return tx.insert(imports, { Kind, State: "running", Done: 0, Total, By: tx.by.name, Until: leaseEnd(tx.now) });
  });
  let finishedRows = 0;
  let writtenRows = 0;
  let lastWrite: Promise<void> = Promise.resolve();
  let lastWriteMs = Number.NEGATIVE_INFINITY;
  let isWriting = false;
  const heartbeat = setInterval(writeProgress, heartbeatIntervalMs).unref();

  return {
    /** Sets the number of finished rows. Writes it now, or with a later call. */
    setProgress(rows: number): void {
      finishedRows = rows;
      if (finishedRows === writtenRows || performance.now() < lastWriteMs + progressIntervalMs) return;
      writeProgress();
    },
    finish(state: Exclude<ImportState, "running">): Promise<void> {
      clearInterval(heartbeat);
      if (state === "done") finishedRows = Total;
      lastWrite = lastWrite.then(() => write(state));
      return lastWrite;
    },
  };

  /** Also renews the lease. A failed write is not retried, because the next one stores newer progress. */
  function writeProgress(): void {
    if (isWriting) return;
    isWriting = true;
    lastWrite = lastWrite
      .then(() => write("running"))
      .catch(() => undefined)
      .then(() => {
        lastWriteMs = performance.now();
        isWriting = false;
      });
  }

  async function write(State: ImportState): Promise<void> {
    writtenRows = finishedRows;
    await runContext.transaction(async (tx) => {
      const run = await tx.get(imports, ImportID);
      tx.update(imports, run, { State, Done: finishedRows, Until: leaseEnd(tx.now) });
    });
  }
}

function leaseEnd(now: Date): string {
  return new Date(now.getTime() + leaseMs).toISOString();
}
