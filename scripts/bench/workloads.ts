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

export interface FanOut {
  /** From the request until the last watcher has the change, in milliseconds. */
  p50: number;
  p99: number;
  /** CPU time of the server for a thousand payments, in milliseconds. */
  cpuMsPer1000Writes: number;
}

/** a and f: one payment every 20 ms, which every watcher receives. */
export async function measureFanOut(
  bench: BenchContext,
  { watchers, ticks }: { watchers: number; ticks: number },
): Promise<FanOut> {
  const sent = new Map<number, { at: number; left: number }>();
  const took: number[] = [];
  let settle = () => {};
  const all = new Promise<void>((resolve) => {
    settle = resolve;
  });
  const connections = await openConnections(bench, watchers, (ids) => {
    for (const id of ids) {
      const tick = sent.get(id);
      if (!tick || --tick.left > 0) continue;
      took.push(performance.now() - tick.at);
      sent.delete(id);
      if (took.length === ticks) settle();
    }
  });
  const before = await bench.server.cpuTime();
  const startedAt = performance.now();
  const answers: Promise<unknown>[] = [];
  for (let index = 0; index < ticks; index++) {
    await sleepUntil(startedAt + index * writeIntervalMs);
    const id = nextId(bench.unpaidIds);
    sent.set(id, { at: performance.now(), left: watchers });
    answers.push(bench.client.markPaid(id));
  }
  await Promise.all(answers);
  await all;
  const cpuMsPer1000Writes = (((await bench.server.cpuTime()) - before) * 1000) / ticks;
  closeConnections(connections);
  return { p50: quantile(took, 0.5), p99: quantile(took, 0.99), cpuMsPer1000Writes };
}

/** b: payments per second with `width` requests in parallel, while the watchers receive all of them. */
export async function measureThroughput(
  bench: BenchContext,
  { width, watchers, forMs }: { width: number; watchers: number; forMs: number },
): Promise<number> {
  const connections = await openConnections(bench, watchers, () => {});
  const startedAt = performance.now();
  let done = 0;
  await Promise.all(
    Array.from({ length: width }, async () => {
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

/** c: time and additional memory of reading the whole list. */
export async function measureListRead({
  server,
  client,
}: BenchContext): Promise<{ ms: number; memory: number; total: number }> {
  const before = await server.memory();
  await server.peakMemory();
  const startedAt = performance.now();
  await client.readList();
  const ms = performance.now() - startedAt;
  const total = await server.peakMemory();
  return { ms, memory: Math.max(0, total - before), total };
}

/** d: from the request until every watcher has every row, in milliseconds. */
export async function measureGeneration(
  bench: BenchContext,
  { watchers, rows, generate }: { watchers: number; rows: number; generate: () => Promise<unknown> },
): Promise<number> {
  let left = watchers * rows;
  let settle = () => {};
  const all = new Promise<void>((resolve) => {
    settle = resolve;
  });
  const connections = await openConnections(bench, watchers, (ids) => {
    left -= ids.length;
    if (left === 0) settle();
  });
  const startedAt = performance.now();
  await generate();
  await all;
  const ms = performance.now() - startedAt;
  closeConnections(connections);
  return ms;
}

/** e: memory with idle connections, in total and for each connection, in bytes. */
export async function measureIdleConnections(
  bench: BenchContext,
  count: number,
): Promise<{ memory: number; each: number }> {
  const before = await bench.server.memory();
  const connections = await openConnections(bench, count, () => {});
  const memory = await bench.server.memory();
  closeConnections(connections);
  return { memory, each: (memory - before) / count };
}

/** g: median time of sequential payments, in milliseconds. */
export async function measureSingleWrite({ client, unpaidIds }: BenchContext, ticks: number): Promise<number> {
  const took: number[] = [];
  for (let index = 0; index < ticks; index++) {
    const startedAt = performance.now();
    await client.markPaid(nextId(unpaidIds));
    took.push(performance.now() - startedAt);
  }
  return quantile(took, 0.5);
}

export function quantile(values: readonly number[], part: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0;
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

function sleepUntil(moment: number): Promise<void> {
  const wait = moment - performance.now();
  return wait <= 0 ? Promise.resolve() : new Promise((resolve) => setTimeout(resolve, wait));
}
