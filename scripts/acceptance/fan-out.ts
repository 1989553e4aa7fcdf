import { connectionsPerUser } from "../bench/workloads.ts";
import { ApiClient } from "../lib/api-client.ts";
import { formatMs } from "../lib/measured-values.ts";
import { createSociety, createStaff } from "../lib/sample-society.ts";
import { measureLiveFanOut } from "../measure/live-fan-out.ts";
import { withPortal, withTwoServers } from "./portal-process.ts";
import type { AcceptanceContext, CheckResult } from "./requirement.ts";

const warmUpMs = 2_000;
/** Each house has 12 installments and each write marks one as paid: enough for all writes of the run. */
const houseCount = 120;
const maxP95Ms = 250;
const maxMemoryBytes = 400 * 1024 ** 2;

/** Checks the time from a write until each client has it, during other writes and reads, and the server's memory. */
export function checkFanOut(context: AcceptanceContext): Promise<CheckResult> {
  return withPortal(context, {}, async (portal) => {
    const { summary, passed } = await runFanOut(context, {
      writeUrl: portal.url,
      clientUrl: portal.url,
      clientCount: context.isShort ? 50 : 200,
    });
    const peakMemory = await portal.readAndResetPeakMemory();
    return {
      summary: `${summary}; peak memory ${Math.round(peakMemory / 1024 ** 2)} MB`,
      passed: passed && peakMemory <= maxMemoryBytes,
    };
  });
}

/** Checks only the time, for clients that are connected to another server than the one that gets the writes. */
export function checkCrossServerFanOut(context: AcceptanceContext): Promise<CheckResult> {
  const settings = { JWT_SECRET: "the same secret for both servers" };
  return withTwoServers(context, settings, (first, second) =>
    runFanOut(context, { writeUrl: first.url, clientUrl: second.url, clientCount: context.isShort ? 20 : 50 }),
  );
}

async function runFanOut(
  context: AcceptanceContext,
  { writeUrl, clientUrl, clientCount }: { writeUrl: string; clientUrl: string; clientCount: number },
): Promise<CheckResult> {
  const client = await ApiClient.signIn(writeUrl);
  const { installmentIds } = await createSociety(client, { houseCount });
  const users = await createStaff(await ApiClient.signIn(clientUrl), clientCount / connectionsPerUser);
  const bench = { client, users, unpaidInstallmentIds: installmentIds.values() };
  // Warm-up, because the server has just started.
  await measureLiveFanOut(bench, { clientCount: 1, durationMs: warmUpMs });
  const result = await measureLiveFanOut(bench, { clientCount, durationMs: context.isShort ? 5_000 : 60_000 });
  const { writeCount, readCount, deliveredCount, expectedCount, failedOrMissingCount, p50, p95 } = result;
  return {
    summary: `${clientCount} clients, ${writeCount} writes, ${readCount} reads: ${deliveredCount} of ${expectedCount} delivered, p50 ${formatMs(p50)}, p95 ${formatMs(p95)}; ${failedOrMissingCount} failed or missing`,
    passed: failedOrMissingCount === 0 && p95 <= maxP95Ms && expectedCount > 0,
  };
}
