import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import mongoose from "mongoose";
import { BenchClient } from "./client.ts";
import { monthCount, plotCount } from "./dataset.ts";
import { connectionsPerUser, createWatchers, fillPortal, floorRoutes, portalEnv, portalRoutes } from "./prepare.ts";
import { type ServerProcess, spawnServer } from "./server-process.ts";
import {
  type BenchContext,
  countFrom,
  type FanOut,
  measureFanOut,
  measureGeneration,
  measureIdleConnections,
  measureListRead,
  measureSingleWrite,
  measureThroughput,
} from "./workloads.ts";

const rowCount = plotCount * monthCount;

interface BenchOptions {
  uri: string;
  name: string;
  folder: string;
  quick: boolean;
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

/** Runs the workloads on the floor. */
export async function measureFloor(options: BenchOptions): Promise<BenchResults> {
  const start = () => spawnServer("floor", [options.uri, options.name]);
  const prepare = async (server: ServerProcess): Promise<BenchContext> => {
    const client = new BenchClient(server.url, floorRoutes);
    await client.signIn();
    return { server, client, users: [client], connectionsPerUser: Number.POSITIVE_INFINITY, unpaidIds: countFrom(1) };
  };
  return measure(options, {
    start,
    prepare,
    generate:
      ({ client }) =>
      () =>
        client.send("POST", "/generate", { plots: plotCount, months: monthCount }),
  });
}

/** Runs the workloads on the portal, unless `quick` also with a million rows. */
export async function measurePortal(options: BenchOptions): Promise<BenchResults> {
  const dataDir = join(options.folder, options.name);
  await mkdir(join(dataDir, "web"), { recursive: true });
  const start = () => spawnServer("portal", [options.uri, options.name, dataDir], portalEnv);
  const signIn = async (server: ServerProcess) => {
    const client = new BenchClient(server.url, portalRoutes());
    await client.signIn();
    return client;
  };
  let plan: object | undefined;
  const prepare = async (server: ServerProcess): Promise<BenchContext> => {
    const client = await signIn(server);
    plan ??= await fillPortal(server.url, client);
    const users = await createWatchers(server.url, { admin: client, connections: 1_000 });
    return { server, client, users, connectionsPerUser, unpaidIds: countFrom(1) };
  };
  const figures = await measure(options, {
    start,
    prepare,
    generate:
      ({ client }) =>
      () =>
        client.send("POST", "/api/payment-schedule", plan ?? {}),
  });
  return options.quick ? figures : { ...figures, large: await measureLarge(options, { start, signIn }) };
}

interface BenchServer {
  start: () => Promise<ServerProcess>;
  prepare: (server: ServerProcess) => Promise<BenchContext>;
  generate: (bench: BenchContext) => () => Promise<unknown>;
}

async function measure({ quick }: BenchOptions, { start, prepare, generate }: BenchServer): Promise<BenchResults> {
  const server = await start();
  try {
    const bench = await prepare(server);
    const generationMs = await measureGeneration(bench, {
      watchers: 20,
      rows: rowCount,
      generate: generate(bench),
    });
    // Warm-up.
    await measureFanOut(bench, { watchers: 20, writes: 100 });
    const fanOut = await measureFanOut(bench, { watchers: 200, writes: quick ? 250 : 1_000 });
    const writesPerSecond = await measureThroughput(bench, {
      concurrency: 32,
      watchers: 50,
      forMs: quick ? 3_000 : 8_000,
    });
    await measureListRead(bench);
    const list = await measureListRead(bench);
    const idle = await measureIdleConnections(bench, 1_000);
    return { fanOut, writesPerSecond, list, generationMs, idle };
  } finally {
    await server.stop();
  }
}

/** g and h: the time of one write with few rows and with a million, and the time to start with a million. */
async function measureLarge(
  options: BenchOptions,
  { start, signIn }: { start: BenchServer["start"]; signIn: (server: ServerProcess) => Promise<BenchClient> },
): Promise<NonNullable<BenchResults["large"]>> {
  const largeRowCount = 1_000_000;
  const writes = 300;
  // Marking a paid installment again would cost less.
  const unpaidIds = countFrom(rowCount / 2);
  const measureWriteMs = async (server: ServerProcess) => {
    const client = await signIn(server);
    const bench = { server, client, users: [client], connectionsPerUser, unpaidIds };
    await measureSingleWrite(bench, writes);
    return measureSingleWrite(bench, writes);
  };
  const small = await start();
  const fewRowsMs = await measureWriteMs(small).finally(small.stop);
  await growSchedule({ ...options, count: largeRowCount });
  const large = await start();
  const manyRowsMs = await measureWriteMs(large).finally(large.stop);
  return { fewRowsMs, manyRowsMs, rows: largeRowCount, readyMs: large.readyAfterMs };
}

/** Copies the installments, each copy one year later, until there are `count`. The portal must not be running. */
async function growSchedule({ uri, name, count }: { uri: string; name: string; count: number }): Promise<void> {
  const connection = await mongoose.createConnection(uri, { dbName: name }).asPromise();
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
  };
}
