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
  list: { ms: number; memory: number; total: number };
  generationMs: number;
  idle: { memory: number; each: number };
  large?: { few: number; many: number; rows: number; ready: number };
}

export async function measureFloor(place: BenchOptions): Promise<BenchResults> {
  const start = () => spawnServer("floor", [place.uri, place.name]);
  const client = async (server: ServerProcess) => {
    const signedIn = new BenchClient(server.url, floorRoutes);
    await signedIn.signIn();
    return signedIn;
  };
  const prepare = async (server: ServerProcess): Promise<BenchContext> => {
    const one = await client(server);
    return { server, client: one, users: [one], connectionsPerUser: Number.POSITIVE_INFINITY, unpaidIds: countFrom(1) };
  };
  return measure(place, {
    start,
    prepare,
    generate:
      ({ client }) =>
      () =>
        client.send("POST", "/generate", { plots: plotCount, months: monthCount }),
  });
}

export async function measurePortal(place: BenchOptions): Promise<BenchResults> {
  const dataDir = join(place.folder, place.name);
  await mkdir(join(dataDir, "web"), { recursive: true });
  const start = () => spawnServer("portal", [place.uri, place.name, dataDir], portalEnv);
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
  const figures = await measure(place, {
    start,
    prepare,
    generate:
      ({ client }) =>
      () =>
        client.send("POST", "/api/payment-schedule", plan ?? {}),
  });
  return place.quick ? figures : { ...figures, large: await measureLarge(place, { start, signIn }) };
}

interface BenchServer {
  start: () => Promise<ServerProcess>;
  prepare: (server: ServerProcess) => Promise<BenchContext>;
  generate: (bench: BenchContext) => () => Promise<unknown>;
}

async function measure({ quick }: BenchOptions, { start, prepare, generate }: BenchServer): Promise<BenchResults> {
  const server = await start();
  try {
    const ready = await prepare(server);
    const generated = await measureGeneration(ready, { watchers: 20, rows: rowCount, generate: generate(ready) });
    await measureFanOut(ready, { watchers: 20, ticks: 100 });
    const heard = await measureFanOut(ready, { watchers: 200, ticks: quick ? 250 : 1_000 });
    const writesPerSecond = await measureThroughput(ready, { width: 32, watchers: 50, forMs: quick ? 3_000 : 8_000 });
    await measureListRead(ready);
    const list = await measureListRead(ready);
    const idle = await measureIdleConnections(ready, 1_000);
    return { fanOut: heard, writesPerSecond, list, generationMs: generated, idle };
  } finally {
    await server.stop();
  }
}

/** g and h: the time of one payment with few rows and with a million, and the time to start with a million. */
async function measureLarge(
  place: BenchOptions,
  { start, signIn }: { start: BenchServer["start"]; signIn: (server: ServerProcess) => Promise<BenchClient> },
): Promise<NonNullable<BenchResults["large"]>> {
  const many = 1_000_000;
  const ticks = 300;
  // Marking a paid installment again would cost less.
  const fresh = countFrom(rowCount / 2);
  const ticked = async (server: ServerProcess) => {
    const client = await signIn(server);
    const bench = { server, client, users: [client], connectionsPerUser: connectionsPerUser, unpaidIds: fresh };
    await measureSingleWrite(bench, ticks);
    return measureSingleWrite(bench, ticks);
  };
  const small = await start();
  const few = await ticked(small).finally(small.stop);
  await growSchedule({ ...place, count: many });
  const large = await start();
  return { few, many: await ticked(large).finally(large.stop), rows: many, ready: large.readyAfterMs };
}

/**
 * Copies the installments, each copy one year later, until there are `count`. The portal must not be running.
 */
export async function growSchedule({ uri, name, count }: { uri: string; name: string; count: number }): Promise<void> {
  const connection = await mongoose.createConnection(uri, { dbName: name }).asPromise();
  try {
    const schedule = connection.collection<{ _id: number; [field: string]: unknown }>("payment-schedule");
    const last = await schedule.findOne({}, { sort: { _id: -1 } });
    if (!last) throw new Error("There is no installment to copy");
    const there = await schedule.estimatedDocumentCount();
    for (let years = 1; there * years < count; years++)
      await schedule
        .aggregate([
          { $match: { _id: { $lte: last._id } } },
          { $limit: Math.min(there, count - there * years) },
          { $set: shiftYears({ years, ids: last._id }) },
          { $merge: { into: "payment-schedule", whenMatched: "fail" } },
        ])
        .toArray();
    // Otherwise the database would still be writing them during the next measurement.
    await connection.db?.admin().command({ fsync: 1 });
  } finally {
    await connection.close();
  }
}

function shiftYears({ years, ids }: { years: number; ids: number }): Record<string, unknown> {
  const year = { $add: [{ $toInt: { $substrBytes: ["$DueDate", 0, 4] } }, years] };
  return {
    _id: { $add: ["$_id", years * ids] },
    PaymentScheduleID: { $add: ["$PaymentScheduleID", years * ids] },
    InstallmentNumber: { $add: ["$InstallmentNumber", years * 1_000] },
    DueDate: { $concat: [{ $toString: year }, { $substrBytes: ["$DueDate", 4, 6] }] },
  };
}
