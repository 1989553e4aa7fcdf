import type { BenchClient, Watcher } from "./client.ts";
import type { ServerProcess } from "./server-process.ts";

const writeIntervalMs = 20;

/** A server with a signed-in client and users for live connections. */
export interface BenchContext {
  server: ServerProcess;
  client: BenchClient;
  users: readonly BenchClient[];
  connectionsPerUser: number;
  /** Ids of installments that are not paid yet. */
  unpaidIds: Iterator<number>;
}

/** Delivery of writes to the watchers. */
export interface FanOut {
  /** From the request until the last watcher has the change, in milliseconds. */
  p50: number;
  p99: number;
  /** CPU time of the server for a thousand writes, in milliseconds. */
  cpuMsPer1000Writes: number;
}

/** a and f: one write every 20 ms, which every watcher receives. */
export async function measureFanOut(
  bench: BenchContext,
  { watchers, writes }: { watchers: number; writes: number },
): Promise<FanOut> {
  const sent = new Map<number, { sentAt: number; remaining: number }>();
  const latencies: number[] = [];
  let resolveDelivered = () => {};
  const delivered = new Promise<void>((resolve) => {
    resolveDelivered = resolve;
  });
  const connections = await openConnections(bench, watchers, (ids) => {
    for (const id of ids) {
      const write = sent.get(id);
      if (!write || --write.remaining > 0) continue;
      latencies.push(performance.now() - write.sentAt);
      sent.delete(id);
      if (latencies.length === writes) resolveDelivered();
    }
  });
  const before = await bench.server.cpuTime();
  const startedAt = performance.now();
  const responses: Promise<unknown>[] = [];
  for (let index = 0; index < writes; index++) {
    await sleepUntil(startedAt + index * writeIntervalMs);
    const id = nextId(bench.unpaidIds);
    sent.set(id, { sentAt: performance.now(), remaining: watchers });
    responses.push(bench.client.markPaid(id));
  }
  await Promise.all(responses);
  await delivered;
  const cpuMsPer1000Writes = (((await bench.server.cpuTime()) - before) * 1000) / writes;
  closeConnections(connections);
  return { p50: quantile(latencies, 0.5), p99: quantile(latencies, 0.99), cpuMsPer1000Writes };
}

/** b: writes per second with `concurrency` requests in parallel, while the watchers receive all of them. */
export async function measureThroughput(
  bench: BenchContext,
  { concurrency, watchers, forMs }: { concurrency: number; watchers: number; forMs: number },
): Promise<number> {
  const connections = await openConnections(bench, watchers, () => {});
  const startedAt = performance.now();
  let done = 0;
  await Promise.all(
    Array.from({ length: concurrency }, async () => {
      while (performance.now() - startedAt < forMs) {
        await bench.client.markPaid(nextId(bench.unpaidIds));
        done++;
      }
    }),
  );
  const seconds = (performance.now() - startedAt) / 1000;
  closeConnections(connections);
  return done / seconds;
}

/** c: time of reading the whole list, and the memory of the server: what it adds and its peak, in bytes. */
export async function measureListRead({
  server,
  client,
}: BenchContext): Promise<{ ms: number; addedMemory: number; peakMemory: number }> {
  const before = await server.memory();
  await server.peakMemory();
  const startedAt = performance.now();
  await client.readList();
  const ms = performance.now() - startedAt;
  const peakMemory = await server.peakMemory();
  return { ms, addedMemory: Math.max(0, peakMemory - before), peakMemory };
}

/** d: from the request until every watcher has every row, in milliseconds. */
export async function measureGeneration(
  bench: BenchContext,
  { watchers, rows, generate }: { watchers: number; rows: number; generate: () => Promise<unknown> },
): Promise<number> {
  let remaining = watchers * rows;
  let resolveDelivered = () => {};
  const delivered = new Promise<void>((resolve) => {
    resolveDelivered = resolve;
  });
  const connections = await openConnections(bench, watchers, (ids) => {
    remaining -= ids.length;
    if (remaining === 0) resolveDelivered();
  });
  const startedAt = performance.now();
  await generate();
  await delivered;
  const ms = performance.now() - startedAt;
  closeConnections(connections);
  return ms;
}

/** e: memory of the server with idle connections, and its growth per connection, in bytes. */
export async function measureIdleConnections(
  bench: BenchContext,
  count: number,
): Promise<{ memory: number; perConnection: number }> {
  const before = await bench.server.memory();
  const connections = await openConnections(bench, count, () => {});
  const memory = await bench.server.memory();
  closeConnections(connections);
  return { memory, perConnection: (memory - before) / count };
}

/** g: median time of sequential writes, in milliseconds. */
export async function measureSingleWrite({ client, unpaidIds }: BenchContext, writes: number): Promise<number> {
  const latencies: number[] = [];
  for (let index = 0; index < writes; index++) {
    const startedAt = performance.now();
    await client.markPaid(nextId(unpaidIds));
    latencies.push(performance.now() - startedAt);
  }
  return quantile(latencies, 0.5);
}

/** The value at a fraction of the sorted values, 0.5 for the median; 0 if there are none. */
export function quantile(values: readonly number[], fraction: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * fraction))] ?? 0;
}

/** Counts up from `from`. */
export function* countFrom(from: number): Generator<number, never> {
  for (let id = from; ; id++) yield id;
}

async function openConnections(
  { users, connectionsPerUser }: BenchContext,
  count: number,
  onChanges: (ids: readonly number[]) => void,
): Promise<Watcher[]> {
  const connections: Watcher[] = [];
  for (let index = 0; index < count; index++) {
    const user = users[Math.floor(index / connectionsPerUser) % users.length];
    if (user) connections.push(await user.watch(onChanges));
  }
  return connections;
}

function closeConnections(connections: readonly Watcher[]): void {
  for (const connection of connections) connection.close();
}

function nextId(ids: Iterator<number>): number {
  return ids.next().value;
}

function sleepUntil(time: number): Promise<void> {
  const delayMs = time - performance.now();
  return delayMs <= 0 ? Promise.resolve() : new Promise((resolve) => setTimeout(resolve, delayMs));
}
