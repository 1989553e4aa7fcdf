import { connectionsPerUser } from "../bench/workloads.ts";
import { ApiClient } from "../lib/api-client.ts";
import { formatMs } from "../lib/measured-values.ts";
import { createColleagues, createSociety } from "../lib/sample-society.ts";
import { measureLiveFanOut } from "../measure/live-fan-out.ts";
import { withPortal, withTwoPortals } from "./portal-process.ts";
import type { AcceptanceContext, CheckResult } from "./requirement.ts";

const warmUpMs = 2_000;
/** With twelve installments each, enough for the run to mark as paid. */
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
    const memory = await portal.takePeakMemory();
    return {
      summary: `${summary}; memory ${Math.round(memory / 1024 ** 2)} MB`,
      passed: passed && memory <= maxMemoryBytes,
    };
  });
}

/** Measures the same for clients that are connected to a second server. */
export function measureCrossServerFanOut(context: AcceptanceContext): Promise<CheckResult> {
  const settings = { JWT_SECRET: "the same secret for both servers" };
  return withTwoPortals(context, settings, (first, second) =>
    runFanOut(context, { from: first.url, to: second.url, clients: context.isShort ? 20 : 50 }),
  );
}

async function runFanOut(
  context: AcceptanceContext,
  { from, to, clients }: { from: string; to: string; clients: number },
): Promise<CheckResult> {
  const client = await ApiClient.signIn(from);
  const { installmentIds } = await createSociety(client, { houseCount });
  const users = await createColleagues(await ApiClient.signIn(to), clients / connectionsPerUser);
  const bench = { client, users, unpaidIds: installmentIds.values() };
  // Warm-up, because the server has just started.
  await measureLiveFanOut(bench, { clients: 1, durationMs: warmUpMs });
  const result = await measureLiveFanOut(bench, { clients, durationMs: context.isShort ? 5_000 : 60_000 });
  const { writes, reads, delivered, expected, errors, p50, p95 } = result;
  return {
    summary: `${clients} clients, ${writes} writes, ${reads} reads: ${delivered} of ${expected} delivered, p50 ${formatMs(p50)}, p95 ${formatMs(p95)}; ${errors} errors`,
    passed: errors === 0 && p95 <= maxP95Ms && expected > 0,
  };
}
