import { mkdir } from "node:fs/promises";
import { loadavg } from "node:os";
import { join } from "node:path";
import { Client } from "./bench/client.ts";
import { fillPortal, linesPerUser, peopleFor, portalDoor, portalSettings } from "./bench/prepare.ts";
import { months, plots } from "./bench/rows.ts";
import { startServer } from "./bench/server-process.ts";
import { type Bench, countFrom, generation, idleLines } from "./bench/works.ts";
import { type CatchUp, catchUp } from "./measure/live-catch-up.ts";
import { liveFanOut } from "./measure/live-fan-out.ts";
import { heapOverConnects } from "./measure/live-heap.ts";
import { revocation } from "./measure/live-rights.ts";
import { onOwnMongo } from "./on-mongo.ts";
import { runScript } from "./run.ts";

const megabyte = 1024 ** 2;
const secret = "the same for every server of this measurement";

/**
 * npm run measure:live [-- --short]: how fast and how dear live is, on a portal of its own; a table, then the same as JSON.
 * Takes about five minutes; the short form only shows that it can be measured.
 */
runScript(() => onOwnMongo(measure));

async function measure({ uri, folder }: { uri: string; folder: string }): Promise<void> {
  const short = process.argv.includes("--short");
  await mkdir(join(folder, "web"));
  const start = () => startServer("portal", [uri, "live", folder], { ...portalSettings, JWT_SECRET: secret });
  const servers = [await start()];
  try {
    const [server] = servers;
    if (!server) throw new Error("No server was started");
    const client = new Client(server.url, portalDoor());
    await client.signIn();
    const plan = await fillPortal(server.url, client);
    const sockets = short ? 50 : 1_000;
    const people = await peopleFor(server.url, { admin: client, lines: sockets });
    const bench: Bench = { server, client, people, linesPerUser, fresh: countFrom(1) };
    const generate = () => client.send("POST", "/api/payment-schedule", plan);
    // Resolves when it has been told, so that nothing of it is still under way below.
    await generation(bench, { watchers: 1, rows: plots * months, generate });

    await server.peak();
    const fanOut = await liveFanOut(bench, { clients: short ? 20 : 200, forMs: short ? 2_000 : 60_000 });
    const memory = await server.peak();
    const away = short ? [1, 2] : [1, 30, 600];
    const caughtUp: CatchUp[] = [];
    for (const awaySeconds of away) caughtUp.push(await catchUp(bench, { awaySeconds }));
    const atAnother = await catchUp(bench, {
      awaySeconds: away.at(-1) ?? 0,
      // It remembers nothing of what was before it, and reads that from the database.
      back: async () => {
        const other = await start();
        servers.push(other);
        const there = new Client(other.url, portalDoor());
        await there.signIn();
        return { ...bench, server: other, client: there };
      },
    });
    const revoked = await revocation(bench, short ? 2 : 20);
    const idle = await idleLines(bench, sockets);
    const heap = await heapOverConnects(bench, short ? 200 : 18_000);
    const [load = 0] = loadavg();

    console.table({
      [`write sent → ${fanOut.clients} clients, p50 ms`]: line(fanOut.p50),
      [`write sent → ${fanOut.clients} clients, p95 ms`]: line(fanOut.p95, 250),
      [`write sent → ${fanOut.clients} clients, p99 ms`]: line(fanOut.p99),
      [`errors in ${fanOut.writes} writes and ${fanOut.reads} reads`]: line(fanOut.errors, 0),
      "most memory meanwhile, MB": line(memory / megabyte, 400),
      ...Object.fromEntries(
        caughtUp.map((found) => [`back after ${found.awaySeconds} s${how(found)}, ms`, line(found.ms)]),
      ),
      [`back after ${atAnother.awaySeconds} s at another server${how(atAnother)}, ms`]: line(atAnother.ms),
      [`right taken → screen knows, p50 of ${revoked.times}, ms`]: line(revoked.sessionP50),
      "right taken → screen knows, slowest, ms": line(revoked.sessionMost, 1_000),
      "right taken → last protected event, slowest, ms": line(revoked.lastEventMost, 1_000),
      [`memory with ${sockets} sockets, MB`]: line(idle.memory / megabyte),
      "each socket, kB": line(idle.each / 1024),
      [`heap left by each of ${heap.connects} connections, bytes`]: line(heap.each),
      "machine's load meanwhile (times count only below its cores)": line(load),
    });
    console.log(JSON.stringify({ short, fanOut, memory, caughtUp, atAnother, revoked, idle, heap, load }));
  } finally {
    for (const server of servers) await server.stop();
  }
}

function how({ missed, resync }: CatchUp): string {
  return resync ? `: asked to read again instead of ${missed} changes` : `, ${missed} changes`;
}

function line(measured: number, budget?: number): { measured: number; budget?: number } {
  const rounded = Math.round(measured * 10) / 10;
  return budget === undefined ? { measured: rounded } : { measured: rounded, budget };
}
