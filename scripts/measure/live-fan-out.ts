import { setTimeout as pause } from "node:timers/promises";
import type { Watcher } from "../bench/client.ts";
import { type BenchContext, quantile } from "../bench/workloads.ts";

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
  { client, users, connectionsPerUser, unpaidIds }: Omit<BenchContext, "server">,
  { clients, forMs }: { clients: number; forMs: number },
): Promise<LiveFanOut> {
  /** Time of the request by installment id. */
  const sent = new Map<number, number>();
  const latencies: number[] = [];
  const recordDelivery = (ids: readonly number[]) => {
    for (const id of ids) {
      const sentAt = sent.get(id);
      if (sentAt !== undefined) latencies.push(performance.now() - sentAt);
    }
  };
  const connections: Watcher[] = [];
  for (let index = 0; index < clients; index++) {
    const user = users[Math.floor(index / connectionsPerUser)];
    if (!user) throw new Error("Too few users for so many clients");
    connections.push(await user.watch(recordDelivery));
  }
  const [writes, reads] = await Promise.all([
    runAtRate(writesPerSecond, forMs, () => {
      const id = unpaidIds.next().value;
      sent.set(id, performance.now());
      return client.markPaid(id);
    }),
    runAtRate(readsPerSecond, forMs, () => client.send("GET", "/api/payment-schedule?limit=100")),
  ]);
  const expected = (writes.done - writes.failed) * clients;
  const giveUpAt = performance.now() + deliveryTimeoutMs;
  while (latencies.length < expected && performance.now() < giveUpAt) await pause(20);
  for (const connection of connections) connection.close();
  return {
    clients,
    writes: writes.done,
    reads: reads.done,
    delivered: latencies.length,
    expected,
    errors: writes.failed + reads.failed + Math.abs(expected - latencies.length),
    p50: quantile(latencies, 0.5),
    p95: quantile(latencies, 0.95),
    p99: quantile(latencies, 0.99),
  };
}

/** Starts work at a fixed rate without waiting for the previous one; resolves with the number of starts and failures. */
async function runAtRate(perSecond: number, forMs: number, work: () => Promise<unknown>) {
  const startedAt = performance.now();
  const pending: Promise<boolean>[] = [];
  while (performance.now() - startedAt < forMs) {
    pending.push(
      work().then(
        () => true,
        () => false,
      ),
    );
    await pause(Math.max(0, startedAt + (pending.length * 1_000) / perSecond - performance.now()));
  }
  const outcomes = await Promise.all(pending);
  return { done: outcomes.length, failed: outcomes.filter((isSuccess) => !isSuccess).length };
}
