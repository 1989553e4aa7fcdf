import { join } from "node:path";
import { columnsMediaType } from "../../shared/columns.ts";
import { ApiClient } from "../lib/api-client.ts";
import { median } from "../lib/measured-values.ts";
import { createStaff } from "../lib/sample-society.ts";
import { databaseUri, type ServerProcess, spawnBuiltPortal, spawnServer } from "../lib/server-process.ts";
import { fillPortal, growSchedule, plotCount, rowCount } from "./dataset.ts";
import {
  type BenchContext,
  connectionsPerUser,
  countFrom,
  measureFanOut,
  measureGeneration,
  measureIdleConnections,
  measureListRead,
  measureMsPerWrite,
  measureSingleWrites,
} from "./workloads.ts";

const idleConnectionCount = 1_000;

interface BenchOptions {
  mongoUri: string;
  folder: string;
  repetition: number;
  /** One short measurement of each workload, and none with a million rows. */
  isQuick: boolean;
}

/** The results of one server; times in milliseconds, memory in bytes. */
export type BenchResults = Awaited<ReturnType<typeof runWorkloads>>;

/** Runs the workloads on the baseline server (baseline.js), with which the portal is compared. */
export function measureBaseline({ mongoUri, repetition, isQuick }: BenchOptions): Promise<BenchResults> {
  const MONGODB_URI = databaseUri(mongoUri, `baseline${repetition}`);
  return runWorkloads(isQuick, {
    start: () => spawnServer([join(import.meta.dirname, "baseline.js")], { MONGODB_URI }),
    prepare: async (client) => ({ users: [client], generationRequest: { plotCount } }),
  });
}

/** Runs the workloads on the portal. */
export function measurePortal(options: BenchOptions): Promise<BenchResults> {
  return runWorkloads(options.isQuick, {
    start: () => startPortal(options, "portal"),
    prepare: async (admin) => ({
      generationRequest: await fillPortal(admin),
      users: await createStaff(admin, idleConnectionCount / connectionsPerUser),
    }),
  });
}

interface BenchServer {
  start: () => Promise<ServerProcess>;
  /** Resolves with users for live connections and the body of the request that generates the schedule. */
  prepare: (admin: ApiClient) => Promise<{ users: readonly ApiClient[]; generationRequest: object }>;
}

/** Runs each workload that measures memory in a new process, which holds no memory of other workloads. */
async function runWorkloads(isQuick: boolean, { start, prepare }: BenchServer) {
  const prepared = await withServer(start, async (server) => {
    const client = await ApiClient.signIn(server.url);
    return { client, ...(await prepare(client)) };
  });
  const run = <Result>(work: (bench: BenchContext) => Promise<Result>): Promise<Result> =>
    withServer(start, (server) =>
      work({
        server,
        client: prepared.client.forServer(server.url),
        users: prepared.users.map((user) => user.forServer(server.url)),
        unpaidInstallmentIds: countFrom(1),
      }),
    );
  const live = await run(async (bench) => {
    const body = prepared.generationRequest;
    const generation = await measureGeneration(bench, { watcherCount: 20, rowCount, body });
    // Warms up the server.
    await measureFanOut(bench, { watcherCount: 20, writeCount: 100 });
    const fanOut = await measureFanOut(bench, { watcherCount: 200, writeCount: isQuick ? 250 : 1_000 });
    const durationMs = isQuick ? 3_000 : 8_000;
    const msPerWrite = await measureMsPerWrite(bench, { concurrency: 32, watcherCount: 50, durationMs });
    return { generation, fanOut, msPerWrite };
  });
  return {
    ...live,
    list: await run(measureListRead),
    columns: await run((bench) => measureListRead(bench, { accept: columnsMediaType })),
    idle: await run((bench) => measureIdleConnections(bench, idleConnectionCount)),
  };
}

/** The number of plots that have about 10,000 installments together. */
const fewPlotCount = 834;

/**
 * The time of a write with 10,000 rows and with a million, and the time from the start until ready with a million, in
 * milliseconds (rows g and h in docs/performance.md). Needs the database that `measurePortal` has filled in the same
 * repetition.
 */
export async function measureMillionRows(options: BenchOptions) {
  const fewRowsAdmin = await withServer(
    () => startPortal(options, "few"),
    async (server) => {
      const client = await ApiClient.signIn(server.url);
      const { PlotIDs, ...plan } = await fillPortal(client);
      const body = { ...plan, PlotIDs: PlotIDs.slice(0, fewPlotCount) };
      await client.sendOrThrow({ method: "POST", path: "/api/payment-schedule", body });
      return client;
    },
  );
  await growSchedule(databaseUri(options.mongoUri, `portal${options.repetition}`), 1_000_000);
  return withServer(
    () => startPortal(options, "portal"),
    (manyRowsServer) =>
      withServer(
        () => startPortal(options, "few"),
        async (fewRowsServer) => {
          const fewRows = { client: fewRowsAdmin.forServer(fewRowsServer.url), unpaidInstallmentIds: countFrom(1) };
          // Starts above the ids that the workloads have marked as paid, because marking a paid installment again costs
          // less. The installments with these ids are due in the same year as the few, so that all writes need the same
          // commands: a write for a past month needs one more.
          const manyRows = {
            client: await ApiClient.signIn(manyRowsServer.url),
            unpaidInstallmentIds: countFrom(40_000),
          };
          await measureSingleWrites(fewRows, 300);
          await measureSingleWrites(manyRows, 300);
          const fewRowsMs: number[] = [];
          const manyRowsMs: number[] = [];
          // Alternates between the two servers, so that other load on the machine slows them down equally.
          for (let iteration = 0; iteration < 20; iteration++) {
            fewRowsMs.push(...(await measureSingleWrites(fewRows, 25)));
            manyRowsMs.push(...(await measureSingleWrites(manyRows, 25)));
          }
          return { fewRowsMs: median(fewRowsMs), manyRowsMs: median(manyRowsMs), readyMs: manyRowsServer.readyAfterMs };
        },
      ),
  );
}

function startPortal({ mongoUri, folder, repetition }: BenchOptions, name: string): Promise<ServerProcess> {
  const database = `${name}${repetition}`;
  return spawnBuiltPortal({ mongoUri, database, dataDir: join(folder, database) });
}

async function withServer<Result>(
  start: () => Promise<ServerProcess>,
  work: (server: ServerProcess) => Promise<Result>,
): Promise<Result> {
  const server = await start();
  try {
    return await work(server);
  } finally {
    await server.stop();
  }
}
