import { canAccess } from "../../../shared/domain/resource-access.ts";
import type { ImportOutcome, ImportPreview, importPlots, previewPlotImport } from "../../../shared/endpoints/import.ts";
import type { ImportKind } from "../../../shared/import-kinds.ts";
import { createMessage } from "../../../shared/messages.ts";
import type { AnyResource, RowOf } from "../../../shared/registry.ts";
import { importRuns } from "../../../shared/resources/imports.ts";
import type { RequestContext } from "../../commits/request-context.ts";
import type { Transaction } from "../../commits/transaction.ts";
import { conflict, invalidField } from "../../errors.ts";
import { type Call, defineCall } from "../../http/call.ts";
import { type Column, type ColumnMapping, detectColumns, parseColumnMapping } from "./columns.ts";
import { readSpreadsheet } from "./read-spreadsheet.ts";
import { SpreadsheetError, type SpreadsheetRow } from "./spreadsheet.ts";

export interface ImportInput {
  rows: readonly SpreadsheetRow[];
  /** Where what stands, if a person said so. */
  mapping?: ColumnMapping | undefined;
  dryRun: boolean;
  /** May a record that does not exist yet, and that a row names, be made? The row is refused otherwise. */
  canCreate: (resource: AnyResource) => boolean;
  /** So much of it is through, from 0 to 1. */
  onProgress: (share: number) => void;
}

/** A kind of spreadsheet, and how its rows come into the books: all good ones, in the transaction given. */
export interface Importer {
  name: ImportKind;
  columns: readonly Column<string>[];
  importRows(tx: Transaction, sheet: ImportInput): Promise<ImportOutcome>;
  /** Waits for those of this server who would otherwise collide with it. */
  runSerially?: <Result>(work: () => Promise<Result>) => Promise<Result>;
}

/** Where it is asked for. */
interface ImportEndpoints {
  run: typeof importPlots;
  preview: typeof previewPlotImport;
}

const previewRowCount = 12;
const maxPreviewColumns = 100;
const maxPreviewCellLength = 60;

/** The import over REST: a look at the file, for which columns are asked about, and the taking in. */
export function defineImportCalls(importer: Importer, { run, preview }: ImportEndpoints): readonly Call[] {
  return [
    defineImportCall(run, importer),
    defineCall(preview, async ({ file, contentType }) => {
      const { rows } = await readUpload(file, contentType);
      return { success: true, message: "", data: previewOf(rows, importer.columns) };
    }),
  ];
}

/**
 * Takes every good row in, in one transaction; the same file a second time changes nothing, and a dry run nothing at all. Throws
 * SheetError for a table without the columns.
 */
export async function runImport(
  ctx: RequestContext,
  importer: Importer,
  sheet: Omit<ImportInput, "onProgress" | "canCreate"> & Partial<Pick<ImportInput, "canCreate">>,
): Promise<ImportOutcome> {
  const whole = { canCreate: () => true, onProgress: () => {}, ...sheet };
  if (sheet.dryRun) return runDryImport(ctx, importer, whole);
  const Total = sheet.rows.length;
  const run = await startImportRun(ctx, { Kind: importer.name, Total });
  try {
    const onProgress = (share: number) => run.progress(Math.floor(share * Total));
    const work = () => ctx.ungrouped().transaction((tx) => importer.importRows(tx, { ...whole, onProgress }));
    const outcome = await (importer.runSerially ? importer.runSerially(work) : work());
    await run.finish("done");
    return outcome;
  } catch (error) {
    await run.finish("failed").catch(() => undefined);
    throw error;
  }
}

/** The importer whose required columns all have a title in the spreadsheet. Throws SpreadsheetError when there is none or several. */
export function detectImporter(rows: readonly SpreadsheetRow[], importers: readonly Importer[]): Importer {
  const [importer, ...others] = importers.filter(({ columns }) => {
    const { columnIndexes } = detectColumns(rows, columns);
    return columns.every(({ name, required }) => !required || columnIndexes.has(name));
  });
  if (importer && others.length === 0) return importer;
  const kinds = importers.map(({ name }) => name).join(", ");
  throw new SpreadsheetError(`The titles do not tell what this file holds. Say it with --kind: ${kinds}.`);
}

function defineImportCall(endpoint: ImportEndpoints["run"], importer: Importer) {
  return defineCall(endpoint, async ({ ctx, file, contentType, query: { dryRun, columns, titles } }) => {
    const { rows } = await readUpload(file, contentType);
    const canCreate = (resource: AnyResource) => canAccess(ctx.viewer, { resource, verb: "create" });
    const data = await withSpreadsheetErrors(async () => {
      const mapping = parseColumnMapping({ columns, titles }, importer.columns);
      return runImport(ctx, importer, { rows, mapping, dryRun, canCreate });
    });
    return { success: true, ...createMessage(dryRun ? "import-previewed" : "import-finished"), data };
  });
}

function readUpload(file: Uint8Array, contentType: string) {
  return withSpreadsheetErrors(() => readSpreadsheet(file, { contentType }));
}

/** What is wrong with a file is the sender's to mend. */
async function withSpreadsheetErrors<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof SpreadsheetError ? invalidField("file", error.message) : error;
  }
}

function previewOf(rows: readonly SpreadsheetRow[], columns: Importer["columns"]): ImportPreview {
  const { headerRow, columnIndexes } = detectColumns(rows, columns);
  const first = rows.slice(0, previewRowCount);
  const shown = first.some(({ row }) => row === headerRow)
    ? first
    : [...first, ...rows.filter(({ row }) => row === headerRow)];
  return {
    rows: rows.length,
    columns: Math.min(maxPreviewColumns, Math.max(0, ...rows.map(({ cells }) => cells.length))),
    first: shown.map(({ row, cells }) => ({
      row,
      cells: cells.slice(0, maxPreviewColumns).map((cell) => cell.slice(0, maxPreviewCellLength)),
    })),
    titles: headerRow,
    guess: Object.fromEntries([...columnIndexes].map(([field, column]) => [field, column + 1])),
    fields: columns.map((column) => ({
      name: column.name,
      label: column.aliases[0],
      required: column.required ?? false,
    })),
  };
}

/** Thrown to leave a transaction without writing. */
class DryRunRollback extends Error {
  readonly outcome: ImportOutcome;

  constructor(outcome: ImportOutcome) {
    super("A dry run writes nothing");
    this.outcome = outcome;
  }
}

async function runDryImport(ctx: RequestContext, importer: Importer, sheet: ImportInput): Promise<ImportOutcome> {
  try {
    return await ctx.ungrouped().transaction(async (tx) => {
      throw new DryRunRollback(await importer.importRows(tx, sheet));
    });
  } catch (error) {
    if (error instanceof DryRunRollback) return error.outcome;
    throw error;
  }
}

type ImportRun = RowOf<typeof importRuns>;
type ImportState = ImportRun["State"];

const lockKey = "an import is under way";
/** A server that falls says nothing more, and after this another import may begin. */
const leaseMs = 30_000;
/** Clocks of two servers are no further apart than this. */
const maxClockSkewMs = 10 * leaseMs;
const heartbeatIntervalMs = 2_000;
const progressIntervalMs = 250;

/**
 * Begins the one import that may be under way in the whole portal: two would wait for each other's houses and numbers. What it does
 * stands in rows of its own, which every server hears of and tells those who look. Refuses with 409 and a name while another one runs.
 */
async function startImportRun(ctx: RequestContext, { Kind, Total }: { Kind: ImportKind; Total: number }) {
  // The transaction of the rows carries the mark of the request, not these.
  const aside = ctx.withoutIdempotency();
  const { ImportID } = await aside.transaction(async (tx) => {
    const [running] = await tx.find(importRuns, { State: "running" }, { limit: 1 });
    if (running && isLeaseActive(running, tx.now)) throw conflict(createMessage("import-running", { by: running.By }));
    if (running) tx.update(importRuns, running, { State: "failed" });
    // Of two who begin at the same moment the second has to look again, and then finds the first.
    tx.putSecret({ key: lockKey, value: tx.now });
    return tx.insert(importRuns, { Kind, State: "running", Done: 0, Total, By: tx.by.name, Until: leaseEnd(tx.now) });
  });
  let done = 0;
  let told = 0;
  let telling: Promise<void> = Promise.resolve();
  let toldAt = Number.NEGATIVE_INFINITY;
  const alive = setInterval(tell, heartbeatIntervalMs).unref();

  return {
    /** So many rows are through. */
    progress(rows: number): void {
      done = rows;
      if (done === told || performance.now() < toldAt + progressIntervalMs) return;
      tell();
    },
    finish(state: Exclude<ImportState, "running">): Promise<void> {
      clearInterval(alive);
      done = state === "done" ? Total : done;
      telling = telling.then(() => write(state));
      return telling;
    },
  };

  /** One telling at a time; nothing is lost with one that fails, as the next tells it too. */
  function tell(): void {
    if (toldAt === Number.POSITIVE_INFINITY) return;
    toldAt = Number.POSITIVE_INFINITY;
    telling = telling
      .then(() => write("running"))
      .catch(() => undefined)
      .then(() => {
        toldAt = performance.now();
      });
  }

  async function write(State: ImportState): Promise<void> {
    told = done;
    await aside.transaction(async (tx) => {
      const run = await tx.get(importRuns, ImportID);
      tx.update(importRuns, run, { State, Done: done, Until: leaseEnd(tx.now) });
    });
  }
}

/** What a clock that was ahead has promised is not believed for as long as that was. */
function isLeaseActive({ Until }: ImportRun, now: Date): boolean {
  const left = Date.parse(Until) - now.getTime();
  return left > 0 && left <= maxClockSkewMs;
}

function leaseEnd(now: Date): string {
  return new Date(now.getTime() + leaseMs).toISOString();
}
