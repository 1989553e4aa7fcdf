import { join } from "node:path";
import mongoose from "mongoose";
import { ApiClient } from "../lib/api-client.ts";
import { createColleagues } from "../lib/sample-society.ts";
import { databaseUri, type ServerProcess, spawnPortal, spawnServer } from "../lib/server-process.ts";
import { rowCount } from "./dataset.ts";
import { fillPortal } from "./prepare.ts";
import {
  type BenchContext,
  connectionsPerUser,
  countFrom,
  type FanOut,
  measureFanOut,
  measureGeneration,
  measureIdleConnections,
  measureListRead,
  measureSingleWrite,
  measureThroughput,
} from "./workloads.ts";

const idleConnectionCount = 1_000;

interface BenchOptions {
  mongoUri: string;
  /** Name of the database. */
  database: string;
  folder: string;
  /** One short measurement of each workload, and none with a million rows. */
  isQuick: boolean;
}

/** The results of one server; times in milliseconds, memory in bytes. */
export interface BenchResults {
  fanOut: FanOut;
  writesPerSecond: number;
  list: { ms: number; addedMemory: number; peakMemory: number };
  generationMs: number;
  idle: { memory: number; perConnection: number };
  /** The time of a write with few rows and with `rows`, and the time from the start until ready with `rows`. */
  large?: { fewRowsMs: number; manyRowsMs: number; rows: number; readyMs: number };
}

/** Runs the workloads on the floor (floor.ts), a minimal server with which the portal is compared. */
export function measureFloor(options: BenchOptions): Promise<BenchResults> {
  return runWorkloads(options, {
    start: () =>
      spawnServer(join(import.meta.dirname, "floor.ts"), {
        MONGODB_URI: databaseUri(options.mongoUri, options.database),
      }),
    prepare: async (client) => ({ users: [client], generationRequest: {} }),
  });
}

/** Runs the workloads on the portal, unless `isQuick` also with a million rows. */
export async function measurePortal(options: BenchOptions): Promise<BenchResults> {
  const { mongoUri, database, folder, isQuick } = options;
  const start = () => spawnPortal({ mongoUri, database, dataDir: join(folder, database) });
  const results = await runWorkloads(options, {
    start,
    prepare: async (admin) => ({
      generationRequest: await fillPortal(admin),
      users: await createColleagues(admin, idleConnectionCount / connectionsPerUser),
    }),
  });
  return isQuick ? results : { ...results, large: await measureLarge(options, start) };
}

interface BenchServer {
  start: () => Promise<ServerProcess>;
  /** Resolves with users for live connections and the body that generates the schedule. */
  prepare: (admin: ApiClient) => Promise<{ users: readonly ApiClient[]; generationRequest: object }>;
}

async function runWorkloads({ isQuick }: BenchOptions, { start, prepare }: BenchServer): Promise<BenchResults> {
  const server = await start();
  try {
    const client = await ApiClient.signIn(server.url);
    const { users, generationRequest } = await prepare(client);
    const bench: BenchContext = { server, client, users, unpaidIds: countFrom(1) };
    const generationMs = await measureGeneration(bench, { watchers: 20, rows: rowCount, body: generationRequest });
    // Warm-up.
    await measureFanOut(bench, { watchers: 20, writes: 100 });
    const fanOut = await measureFanOut(bench, { watchers: 200, writes: isQuick ? 250 : 1_000 });
    const writesPerSecond = await measureThroughput(bench, {
      concurrency: 32,
      watchers: 50,
      durationMs: isQuick ? 3_000 : 8_000,
    });
    // The first of the two reads is another warm-up.
    await measureListRead(bench);
    const list = await measureListRead(bench);
    const idle = await measureIdleConnections(bench, idleConnectionCount);
    return { fanOut, writesPerSecond, list, generationMs, idle };
  } finally {
    await server.stop();
  }
}

/**
 * Measures one write with few rows and with a million, and the start with a million (rows g and h of the bench table).
 */
async function measureLarge(
  options: BenchOptions,
  start: () => Promise<ServerProcess>,
): Promise<NonNullable<BenchResults["large"]>> {
  const largeRowCount = 1_000_000;
  const writes = 300;
  // Marking a paid installment again would cost less.
  const unpaidIds = countFrom(rowCount / 2);
  // Measures twice, the first time as a warm-up.
  const measureWriteMs = async (server: ServerProcess) => {
    const client = await ApiClient.signIn(server.url);
    await measureSingleWrite({ client, unpaidIds }, writes);
    return measureSingleWrite({ client, unpaidIds }, writes);
  };
  const small = await start();
  const fewRowsMs = await measureWriteMs(small).finally(small.stop);
  await growSchedule({ ...options, count: largeRowCount });
  const large = await start();
  const manyRowsMs = await measureWriteMs(large).finally(large.stop);
  return { fewRowsMs, manyRowsMs, rows: largeRowCount, readyMs: large.readyAfterMs };
}

/** Copies the installments, each copy one year later, until there are `count`. The portal must not be running. */
async function growSchedule({ mongoUri, database, count }: BenchOptions & { count: number }): Promise<void> {
  const connection = await mongoose.createConnection(databaseUri(mongoUri, database)).asPromise();
  try {
    const schedule = connection.collection<{ _id: number; [field: string]: unknown }>("payment-schedule");
    const last = await schedule.findOne({}, { sort: { _id: -1 } });
    if (!last) throw new Error("There is no installment to copy");
    const existingCount = await schedule.estimatedDocumentCount();
    for (let years = 1; existingCount * years < count; years++)
      await schedule
        .aggregate([
          { $match: { _id: { $lte: last._id } } },
          { $limit: Math.min(existingCount, count - existingCount * years) },
          { $set: shiftYears({ years, idsPerYear: last._id }) },
          { $merge: { into: "payment-schedule", whenMatched: "fail" } },
        ])
        .toArray();
    // Flushes the rows to disk, so that this does not slow down the next measurement.
    await connection.db?.admin().command({ fsync: 1 });
  } finally {
    await connection.close();
  }
}

/** The fields that differ in the copy that is `years` later. */
function shiftYears({ years, idsPerYear }: { years: number; idsPerYear: number }): Record<string, unknown> {
  const year = { $add: [{ $toInt: { $substrBytes: ["$DueDate", 0, 4] } }, years] };
  return {
    _id: { $add: ["$_id", years * idsPerYear] },
    PaymentScheduleID: { $add: ["$PaymentScheduleID", years * idsPerYear] },
    InstallmentNumber: { $add: ["$InstallmentNumber", years * 1_000] },
    DueDate: { $concat: [{ $toString: year }, { $substrBytes: ["$DueDate", 4, 6] }] },
    BillingMonth: { $concat: [{ $toString: year }, { $substrBytes: ["$DueDate", 4, 3] }] },
  };
}
