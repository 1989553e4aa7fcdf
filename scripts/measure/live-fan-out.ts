import { setTimeout as pause } from "node:timers/promises";
import { scanIds } from "../bench/unparsed-changes-client.ts";
import { type BenchContext, markPaid, openSockets } from "../bench/workloads.ts";
import { quantile } from "../lib/measured-values.ts";

const writesPerSecond = 20;
const readsPerSecond = 50;
const deliveryTimeoutMs = 10_000;

/** Delivery of writes to clients during reads. */
interface LiveFanOut {
  clientCount: number;
  writeCount: number;
  readCount: number;
  /** Number of changes received by all clients, and the expected number. */
  deliveredCount: number;
  expectedCount: number;
  /** Number of failed requests and of changes that a client has not received, or received twice. */
  failedOrMissingCount: number;
  /** From the request until a client has the change, over all changes and clients, in milliseconds. */
  p50: number;
  p95: number;
  p99: number;
}

/** Writes and reads at a steady rate while every client receives every write. */
export async function measureLiveFanOut(
  { client, users, unpaidInstallmentIds }: Omit<BenchContext, "server">,
  { clientCount, durationMs }: { clientCount: number; durationMs: number },
): Promise<LiveFanOut> {
  /** When the write of an installment was sent, by its id. */
  const sentAtById = new Map<number, number>();
  const latencies: number[] = [];
  const recordDelivery = (text: string) => {
    for (const id of scanIds(text)) {
      const sentAt = sentAtById.get(id);
      if (sentAt !== undefined) latencies.push(performance.now() - sentAt);
    }
  };
  const sockets = await openSockets({ users }, clientCount, recordDelivery);
  const [writes, reads] = await Promise.all([
    runAtRate(writesPerSecond, durationMs, () => {
      const id = unpaidInstallmentIds.next().value;
      sentAtById.set(id, performance.now());
      return markPaid(client, id);
    }),
    runAtRate(readsPerSecond, durationMs, () => client.sendOrThrow({ path: "/api/payment-schedule?limit=100" })),
  ]);
  const expectedCount = (writes.count - writes.failureCount) * clientCount;
  const giveUpAt = performance.now() + deliveryTimeoutMs;
  while (latencies.length < expectedCount && performance.now() < giveUpAt) await pause(20);
  for (const socket of sockets) socket.close();
  return {
    clientCount,
    writeCount: writes.count,
    readCount: reads.count,
    deliveredCount: latencies.length,
    expectedCount,
    failedOrMissingCount: writes.failureCount + reads.failureCount + Math.abs(expectedCount - latencies.length),
    p50: quantile(latencies, 0.5),
    p95: quantile(latencies, 0.95),
    p99: quantile(latencies, 0.99),
  };
}

/** Calls `work` at a fixed rate without waiting for earlier calls; resolves with the number of calls and failures. */
async function runAtRate(perSecond: number, durationMs: number, work: () => Promise<unknown>) {
  const startedAt = performance.now();
  const pending: Promise<boolean>[] = [];
  while (performance.now() - startedAt < durationMs) {
    pending.push(
      work().then(
        () => true,
        () => false,
      ),
    );
    await pause(Math.max(0, startedAt + (pending.length * 1_000) / perSecond - performance.now()));
  }
  const outcomes = await Promise.all(pending);
  return { count: outcomes.length, failureCount: outcomes.filter((isSuccess) => !isSuccess).length };
}
