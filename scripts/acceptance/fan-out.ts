import { BenchClient } from "../bench/client.ts";
import { connectionsPerUser, createWatchers, portalRoutes } from "../bench/prepare.ts";
import { measureLiveFanOut } from "../measure/live-fan-out.ts";
import { ApiClient } from "./api-client.ts";
import { type AcceptanceContext, startPortalProcess, withPortal } from "./portal-process.ts";
import { formatMs } from "./read-latency.ts";
import type { CheckResult } from "./requirement.ts";
import { createSociety } from "./sample-society.ts";

const warmUpMs = 2_000;
/** With more installments than are ticked in all that time. */
const houseCount = 120;
const maxP95Ms = 250;
const maxMemoryBytes = 400 * 1024 ** 2;

/** From the sending of a write until each of the clients has it, while others read. */
export function measureFanOut(place: AcceptanceContext): Promise<CheckResult> {
  return withPortal(place, {}, async (portal) => {
    const { summary, passed } = await runFanOut(place, {
      from: portal.url,
      to: portal.url,
      clients: place.short ? 50 : 200,
    });
    const memory = await portal.peakMemory();
    return {
      summary: `${summary}; memory ${Math.round(memory / 1024 ** 2)} MB`,
      passed: passed && memory <= maxMemoryBytes,
    };
  });
}

/** The same with all clients at another server than the writer. */
export async function measureCrossServerFanOut(place: AcceptanceContext): Promise<CheckResult> {
  const one = await startPortalProcess(place, { JWT_SECRET: "the same for both, as both must read its tokens" });
  const other = await one.startAnother();
  try {
    return await runFanOut(place, { from: one.url, to: other.url, clients: place.short ? 20 : 50 });
  } finally {
    await Promise.all([one.stop(), other.stop()]);
  }
}

async function runFanOut(
  place: AcceptanceContext,
  { from, to, clients }: { from: string; to: string; clients: number },
): Promise<CheckResult> {
  const { installments } = await createSociety(await ApiClient.signInAsAdmin(from), { houses: houseCount });
  const [client, there] = [new BenchClient(from, portalRoutes()), new BenchClient(to, portalRoutes())];
  await Promise.all([client.signIn(), there.signIn()]);
  const people = await createWatchers(to, { admin: there, connections: clients });
  const bench = { client, users: people, connectionsPerUser: connectionsPerUser, unpaidIds: installments.values() };
  // A server that has just started is still getting warm.
  await measureLiveFanOut(bench, { clients: 1, forMs: warmUpMs });
  const found = await measureLiveFanOut(bench, { clients, forMs: place.short ? 5_000 : 60_000 });
  for (const person of [client, there, ...people]) person.close();
  const { writes, reads, delivered, expected, errors, p50, p95 } = found;
  return {
    summary: `${clients} clients, ${writes} writes, ${reads} reads: ${delivered} of ${expected} heard, p50 ${formatMs(p50)}, p95 ${formatMs(p95)}; ${errors} errors`,
    passed: errors === 0 && p95 <= maxP95Ms && expected > 0,
  };
}
