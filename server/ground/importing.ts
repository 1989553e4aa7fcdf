import { canDo } from "../../shared/can-do.ts";
import type { ImportLook, ImportOutcome, importPlots, lookAtPlots } from "../../shared/endpoints/import.ts";
import type { ImportName } from "../../shared/import-names.ts";
import type { AnyResource } from "../../shared/registry.ts";
import { chosenPlaces, guessPlaces, type Placed } from "../import/columns.ts";
import { columnsOf } from "../import/kinds.ts";
import { readSheet } from "../import/read-sheet.ts";
import { SheetError, type SheetRow } from "../import/sheet.ts";
import type { Context } from "../kernel/context.ts";
import { type Call, defineCall } from "../kernel/feature.ts";
import { invalid } from "../kernel/refusal.ts";
import type { Transaction } from "../kernel/transaction.ts";
import { beginImport } from "./import-run.ts";

export interface SheetIn {
  rows: readonly SheetRow[];
  /** Where what stands, if a person said so. */
  placed?: Placed | undefined;
  dryRun: boolean;
  /** May a record that does not exist yet, and that a row names, be made? The row is refused otherwise. */
  mayMake: (resource: AnyResource) => boolean;
  /** So much of it is through, from 0 to 1. */
  step: (share: number) => void;
}

/** A kind of spreadsheet, and how its rows come into the books: all good ones, in the transaction given. */
export interface Importer {
  name: ImportName;
  takeIn(tx: Transaction, sheet: SheetIn): Promise<ImportOutcome>;
  /** Waits for those of this server who would otherwise collide with it. */
  inTurn?: <Result>(work: () => Promise<Result>) => Promise<Result>;
}

/** Where it is asked for. */
interface Doors {
  take: typeof importPlots;
  look: typeof lookAtPlots;
}

const firstRows = 12;
const mostColumns = 100;
const longestCell = 60;

/** The import over REST: a look at the file, for which columns are asked about, and the taking in. */
export function importCalls(importer: Importer, { take, look }: Doors): readonly Call[] {
  return [
    defineTaking(take, importer),
    defineCall(look, async ({ file, contentType }) => {
      const { rows } = await sheetOf(file, contentType);
      return { success: true, message: "", data: lookAt(rows, importer.name) };
    }),
  ];
}

/**
 * Takes every good row in, in one transaction; the same file a second time changes nothing, and a dry run nothing at all. Throws
 * SheetError for a table without the columns.
 */
export async function takeSheetIn(
  ctx: Context,
  importer: Importer,
  sheet: Omit<SheetIn, "step" | "mayMake"> & Partial<Pick<SheetIn, "mayMake">>,
): Promise<ImportOutcome> {
  const whole = { mayMake: () => true, step: () => {}, ...sheet };
  if (sheet.dryRun) return onlyLook(ctx, importer, whole);
  const Total = sheet.rows.length;
  const run = await beginImport(ctx, { Kind: importer.name, Total });
  try {
    const step = (share: number) => run.step(Math.floor(share * Total));
    const work = () => ctx.alone().transaction((tx) => importer.takeIn(tx, { ...whole, step }));
    const outcome = await (importer.inTurn ? importer.inTurn(work) : work());
    await run.end("done");
    return outcome;
  } catch (error) {
    await run.end("failed").catch(() => undefined);
    throw error;
  }
}

function defineTaking(endpoint: Doors["take"], importer: Importer) {
  return defineCall(endpoint, async ({ ctx, file, contentType, query: { dryRun, columns, titles } }) => {
    const { rows } = await sheetOf(file, contentType);
    const mayMake = (resource: AnyResource) => canDo(ctx.viewer, { resource, verb: "create" });
    const data = await refusingSheets(async () => {
      const placed = chosenPlaces({ columns, titles }, columnsOf[importer.name]);
      return takeSheetIn(ctx, importer, { rows, placed, dryRun, mayMake });
    });
    return { success: true, message: dryRun ? "Nothing was written yet" : "Import finished", data };
  });
}

function sheetOf(file: Uint8Array, contentType: string) {
  return refusingSheets(() => readSheet(file, { contentType }));
}

/** What is wrong with a file is the sender's to mend. */
async function refusingSheets<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof SheetError ? invalid(error.message, { file: error.message }) : error;
  }
}

function lookAt(rows: readonly SheetRow[], name: ImportName): ImportLook {
  const columns = columnsOf[name];
  const { titles, at } = guessPlaces(rows, columns);
  const first = rows.slice(0, firstRows);
  const shown = first.some(({ row }) => row === titles)
    ? first
    : [...first, ...rows.filter(({ row }) => row === titles)];
  return {
    rows: rows.length,
    columns: Math.min(mostColumns, Math.max(0, ...rows.map(({ cells }) => cells.length))),
    first: shown.map(({ row, cells }) => ({
      row,
      cells: cells.slice(0, mostColumns).map((cell) => cell.slice(0, longestCell)),
    })),
    titles,
    guess: Object.fromEntries([...at].map(([field, column]) => [field, column + 1])),
    fields: columns.map((column) => ({
      name: column.name,
      label: column.spellings[0],
      required: column.required ?? false,
    })),
  };
}

/** Thrown to leave a transaction without writing. */
class OnlyLooked extends Error {
  readonly outcome: ImportOutcome;

  constructor(outcome: ImportOutcome) {
    super("A dry run writes nothing");
    this.outcome = outcome;
  }
}

async function onlyLook(ctx: Context, importer: Importer, sheet: SheetIn): Promise<ImportOutcome> {
  try {
    return await ctx.alone().transaction(async (tx) => {
      throw new OnlyLooked(await importer.takeIn(tx, sheet));
    });
  } catch (error) {
    if (error instanceof OnlyLooked) return error.outcome;
    throw error;
  }
}
