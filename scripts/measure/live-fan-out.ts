import { setTimeout as pause } from "node:timers/promises";
import { scanIds } from "../bench/scanning-client.ts";
import { type BenchContext, markPaid, openSockets } from "../bench/workloads.ts";
import { quantile } from "../lib/measured-values.ts";

const writesPerSecond = 20;
const readsPerSecond = 50;
const deliveryTimeoutMs = 10_000;

/** Delivery of writes to clients during reads. */
export interface LiveFanOut {
  clients: number;
  writes: number;
  reads: number;
  /** Changes received by all clients, and the expected number. */
  delivered: number;
  expected: number;
  /** Failed requests and missing changes. */
  errors: number;
  /** From the request until a client has the change, over all changes and clients, in milliseconds. */
  p50: number;
  p95: number;
  p99: number;
}

/** Writes and reads at a steady rate while every client receives every write. */
export async function measureLiveFanOut(
  { client, users, unpaidIds }: Omit<BenchContext, "server">,
  { clients, durationMs }: { clients: number; durationMs: number },
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
  const sockets = await openSockets({ users }, clients, recordDelivery);
  const [writes, reads] = await Promise.all([
    runAtRate(writesPerSecond, durationMs, () => {
      const id = unpaidIds.next().value;
      sentAtById.set(id, performance.now());
      return markPaid(client, id);
    }),
    runAtRate(readsPerSecond, durationMs, () => client.sendOrThrow({ path: "/api/payment-schedule?limit=100" })),
  ]);
  const expected = (writes.count - writes.failed) * clients;
  const giveUpAt = performance.now() + deliveryTimeoutMs;
  while (latencies.length < expected && performance.now() < giveUpAt) await pause(20);
  for (const socket of sockets) socket.close();
  return {
    clients,
    writes: writes.count,
    reads: reads.count,
    delivered: latencies.length,
    expected,
    errors: writes.failed + reads.failed + Math.abs(expected - latencies.length),
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
  return { count: outcomes.length, failed: outcomes.filter((isSuccess) => !isSuccess).length };
}
