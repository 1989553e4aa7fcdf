import { loadavg } from "node:os";
import { fillPortal, rowCount } from "./bench/dataset.ts";
import {
  type BenchContext,
  connectionsPerUser,
  countFrom,
  measureGeneration,
  measureIdleConnections,
} from "./bench/workloads.ts";
import { ApiClient } from "./lib/api-client.ts";
import { withTemporaryMongo } from "./lib/mongo.ts";
import { runScript } from "./lib/process.ts";
import { createStaff } from "./lib/sample-society.ts";
import { spawnPortal } from "./lib/server-process.ts";
import { type CatchUp, measureCatchUp } from "./measure/live-catch-up.ts";
import { measureLiveFanOut } from "./measure/live-fan-out.ts";
import { measureHeapGrowth } from "./measure/live-heap.ts";
import { measureRevocation } from "./measure/live-revocation.ts";

const bytesPerMegabyte = 1024 ** 2;
const settings = { JWT_SECRET: "the same secret for all servers of this run" };

/**
 * npm run measure:live [-- --short]: measures speed and cost of live updates. Prints the results as a table
 * and as JSON. Takes about five minutes; the short run only checks that the measurement works.
 */
runScript(() => withTemporaryMongo(measure));

async function measure({ uri, folder }: { uri: string; folder: string }): Promise<void> {
  const isShort = process.argv.includes("--short");
  const start = () => spawnPortal({ mongoUri: uri, database: "live", dataDir: folder, settings });
  const servers = [await start()];
  try {
    const [server] = servers;
    if (!server) throw new Error("No server was started");
    const client = await ApiClient.signIn(server.url);
    const generationRequest = await fillPortal(client);
    const socketCount = isShort ? 50 : 1_000;
    const users = await createStaff(client, socketCount / connectionsPerUser);
    const bench: BenchContext = { server, client, users, unpaidInstallmentIds: countFrom(1) };
    // Resolves when all events are delivered, so that none arrives during the next measurement.
    await measureGeneration(bench, { watcherCount: 1, rowCount, body: generationRequest });

    await server.readAndResetPeakMemory();
    const fanOut = await measureLiveFanOut(bench, {
      clientCount: isShort ? 20 : 200,
      durationMs: isShort ? 2_000 : 60_000,
    });
    const memory = await server.readAndResetPeakMemory();
    const awayDurationsSeconds = isShort ? [1, 2] : [1, 30, 600];
    const catchUps: CatchUp[] = [];
    for (const awaySeconds of awayDurationsSeconds) catchUps.push(await measureCatchUp(bench, { awaySeconds }));
    const crossServerCatchUp = await measureCatchUp(bench, {
      awaySeconds: awayDurationsSeconds.at(-1) ?? 0,
      // A new server has no history in memory and reads it from the database.
      reconnectTo: async () => {
        const second = await start();
        servers.push(second);
        return ApiClient.signIn(second.url);
      },
    });
    const revocation = await measureRevocation(bench, isShort ? 2 : 20);
    const idle = await measureIdleConnections(bench, socketCount);
    const heap = await measureHeapGrowth(bench, isShort ? 200 : 18_000);
    const [load = 0] = loadavg();

    console.table({
      [`write → ${fanOut.clientCount} clients, p50 ms`]: createTableRow(fanOut.p50),
      [`write → ${fanOut.clientCount} clients, p95 ms`]: createTableRow(fanOut.p95, 250),
      [`write → ${fanOut.clientCount} clients, p99 ms`]: createTableRow(fanOut.p99),
      [`errors in ${fanOut.writeCount} writes and ${fanOut.readCount} reads`]: createTableRow(
        fanOut.failedOrMissingCount,
        0,
      ),
      "peak memory, MB": createTableRow(memory / bytesPerMegabyte, 400),
      ...Object.fromEntries(
        catchUps.map((catchUp) => [
          `catch-up after ${catchUp.awaySeconds} s${describeCatchUp(catchUp)}, ms`,
          createTableRow(catchUp.ms),
        ]),
      ),
      [`catch-up after ${crossServerCatchUp.awaySeconds} s on another server${describeCatchUp(crossServerCatchUp)}, ms`]:
        createTableRow(crossServerCatchUp.ms),
      [`permission revoked → new session, p50 of ${revocation.roundCount}, ms`]: createTableRow(revocation.sessionP50),
      "permission revoked → new session, slowest, ms": createTableRow(revocation.sessionMax, 1_000),
      "permission revoked → last protected event, slowest, ms": createTableRow(revocation.lastEventMax, 1_000),
      [`memory with ${socketCount} sockets, MB`]: createTableRow(idle.memory / bytesPerMegabyte),
      "each socket, kB": createTableRow(idle.perConnection / 1024),
      [`heap growth for each of ${heap.connectionCount} connections, bytes`]: createTableRow(heap.bytesPerConnection),
      "load average (times are valid only below the number of cores)": createTableRow(load),
    });
    console.log(
      JSON.stringify({ short: isShort, fanOut, memory, catchUps, crossServerCatchUp, revocation, idle, heap, load }),
    );
  } finally {
    for (const server of servers) await server.stop();
  }
}

function describeCatchUp({ missedCount, isResync }: CatchUp): string {
  return isResync ? `: resync instead of ${missedCount} changes` : `, ${missedCount} changes`;
}

function createTableRow(measured: number, budget?: number): { measured: number; budget?: number } {
  const rounded = Math.round(measured * 10) / 10;
  return budget === undefined ? { measured: rounded } : { measured: rounded, budget };
}
