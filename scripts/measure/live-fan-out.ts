import { setTimeout as pause } from "node:timers/promises";
import type { Watcher } from "../bench/client.ts";
import { type BenchContext, quantile } from "../bench/workloads.ts";

const writesPerSecond = 20;
const readsPerSecond = 50;
const deliveryTimeoutMs = 10_000;

export interface LiveFanOut {
  clients: number;
  writes: number;
  reads: number;
  /** Changes that came to clients, and how many should have. */
  delivered: number;
  expected: number;
  /** Failed requests, and changes that somebody never heard. */
  errors: number;
  /** Request sent → a client has it, of every change at every client, in milliseconds. */
  p50: number;
  p95: number;
  p99: number;
}

/** Writes and reads at a steady pace while everybody hears every write. */
export async function measureLiveFanOut(
  { client, users, connectionsPerUser, unpaidIds }: Omit<BenchContext, "server">,
  { clients, forMs }: { clients: number; forMs: number },
): Promise<LiveFanOut> {
  const sent = new Map<number, number>();
  const took: number[] = [];
  const hear = (ids: readonly number[]) => {
    for (const id of ids) {
      const at = sent.get(id);
      if (at !== undefined) took.push(performance.now() - at);
    }
  };
  const lines: Watcher[] = [];
  for (let index = 0; index < clients; index++) {
    const person = users[Math.floor(index / connectionsPerUser)];
    if (!person) throw new Error("Too few people for so many clients");
    lines.push(await person.watch(hear));
  }
  const [writes, reads] = await Promise.all([
    runAtRate(writesPerSecond, forMs, () => {
      const id = unpaidIds.next().value;
      sent.set(id, performance.now());
      return client.tick(id);
    }),
    runAtRate(readsPerSecond, forMs, () => client.send("GET", "/api/payment-schedule?limit=100")),
  ]);
  const expected = (writes.done - writes.failed) * clients;
  const giveUpAt = performance.now() + deliveryTimeoutMs;
  while (took.length < expected && performance.now() < giveUpAt) await pause(20);
  for (const line of lines) line.close();
  return {
    clients,
    writes: writes.done,
    reads: reads.done,
    delivered: took.length,
    expected,
    errors: writes.failed + reads.failed + Math.abs(expected - took.length),
    p50: quantile(took, 0.5),
    p95: quantile(took, 0.95),
    p99: quantile(took, 0.99),
  };
}

/** Begins something so often a second, whether or not the one before has ended; says how often, and how often it failed. */
export async function runAtRate(perSecond: number, forMs: number, work: () => Promise<unknown>) {
  const begun = performance.now();
  const under: Promise<boolean>[] = [];
  while (performance.now() - begun < forMs) {
    under.push(
      work().then(
        () => true,
        () => false,
      ),
    );
    await pause(Math.max(0, begun + (under.length * 1_000) / perSecond - performance.now()));
  }
  const good = await Promise.all(under);
  return { done: good.length, failed: good.filter((isGood) => !isGood).length };
}
