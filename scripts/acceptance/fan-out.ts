import { BenchClient } from "../bench/client.ts";
import { connectionsPerUser, createWatchers, portalRoutes } from "../bench/prepare.ts";
import { measureLiveFanOut } from "../measure/live-fan-out.ts";
import { ApiClient } from "./api-client.ts";
import { type AcceptanceContext, startPortalProcess, withPortal } from "./portal-process.ts";
import { formatMs } from "./read-latency.ts";
import type { CheckResult } from "./requirement.ts";
import { createSociety } from "./sample-society.ts";

const warmUpMs = 2_000;
/** Enough plots for more installments than the run marks as paid. */
const houseCount = 120;
const maxP95Ms = 250;
const maxMemoryBytes = 400 * 1024 ** 2;

/** Measures the time from a write until each client has it, during other writes and reads. */
export function measureFanOut(context: AcceptanceContext): Promise<CheckResult> {
  return withPortal(context, {}, async (portal) => {
    const { summary, passed } = await runFanOut(context, {
      from: portal.url,
      to: portal.url,
      clients: context.isShort ? 50 : 200,
    });
    const memory = await portal.peakMemory();
    return {
      summary: `${summary}; memory ${Math.round(memory / 1024 ** 2)} MB`,
      passed: passed && memory <= maxMemoryBytes,
    };
  });
}

/** The same, but the clients are connected to a second server. */
export async function measureCrossServerFanOut(context: AcceptanceContext): Promise<CheckResult> {
  const first = await startPortalProcess(context, { JWT_SECRET: "the same secret for both servers" });
  const second = await first.startAnother();
  try {
    return await runFanOut(context, { from: first.url, to: second.url, clients: context.isShort ? 20 : 50 });
  } finally {
    await Promise.all([first.stop(), second.stop()]);
  }
}

async function runFanOut(
  context: AcceptanceContext,
  { from, to, clients }: { from: string; to: string; clients: number },
): Promise<CheckResult> {
  const { installmentIds } = await createSociety(await ApiClient.signInAsAdmin(from), { houseCount: houseCount });
  const [client, remoteClient] = [new BenchClient(from, portalRoutes()), new BenchClient(to, portalRoutes())];
  await Promise.all([client.signIn(), remoteClient.signIn()]);
  const users = await createWatchers(to, { admin: remoteClient, connections: clients });
  const bench = { client, users, connectionsPerUser, unpaidIds: installmentIds.values() };
  // Warm-up of a server that has just started.
  await measureLiveFanOut(bench, { clients: 1, forMs: warmUpMs });
  const result = await measureLiveFanOut(bench, { clients, forMs: context.isShort ? 5_000 : 60_000 });
  for (const user of [client, remoteClient, ...users]) user.close();
  const { writes, reads, delivered, expected, errors, p50, p95 } = result;
  return {
    summary: `${clients} clients, ${writes} writes, ${reads} reads: ${delivered} of ${expected} delivered, p50 ${formatMs(p50)}, p95 ${formatMs(p95)}; ${errors} errors`,
    passed: errors === 0 && p95 <= maxP95Ms && expected > 0,
  };
}
