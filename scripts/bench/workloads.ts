import type { BenchClient, Watcher } from "./client.ts";
import type { ServerProcess } from "./server-process.ts";

const tickEveryMs = 20;

/** A server with somebody signed in, and people who may hold lines. */
export interface BenchContext {
  server: ServerProcess;
  client: BenchClient;
  users: readonly BenchClient[];
  connectionsPerUser: number;
  /** Ids of installments that nobody has ticked yet. */
  unpaidIds: Iterator<number>;
}

export interface FanOut {
  /** Request sent → the last of the watchers has it, in milliseconds. */
  p50: number;
  p99: number;
  /** The server's processor time for a thousand ticks, in milliseconds. */
  cpu: number;
}

/** a and f: watchers all hear each tick, of which one is sent every 20 ms. */
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
  const lines = await openConnections(bench, watchers, (ids) => {
    for (const id of ids) {
      const tick = sent.get(id);
      if (!tick || --tick.left > 0) continue;
      took.push(performance.now() - tick.at);
      sent.delete(id);
      if (took.length === ticks) settle();
    }
  });
  const before = await bench.server.cpuTime();
  const begun = performance.now();
  const answers: Promise<unknown>[] = [];
  for (let index = 0; index < ticks; index++) {
    await sleepUntil(begun + index * tickEveryMs);
    const id = nextId(bench.unpaidIds);
    sent.set(id, { at: performance.now(), left: watchers });
    answers.push(bench.client.tick(id));
  }
  await Promise.all(answers);
  await all;
  const cpu = (((await bench.server.cpuTime()) - before) * 1000) / ticks;
  closeConnections(lines);
  return { p50: quantile(took, 0.5), p99: quantile(took, 0.99), cpu };
}

/** b: ticks a second from `width` who each send the next as soon as the last was answered, while watchers hear all of them. */
export async function measureThroughput(
  bench: BenchContext,
  { width, watchers, forMs }: { width: number; watchers: number; forMs: number },
): Promise<number> {
  const lines = await openConnections(bench, watchers, () => {});
  const begun = performance.now();
  let done = 0;
  await Promise.all(
    Array.from({ length: width }, async () => {
      while (performance.now() - begun < forMs) {
        await bench.client.tick(nextId(bench.unpaidIds));
        done++;
      }
    }),
  );
  const seconds = (performance.now() - begun) / 1000;
  closeConnections(lines);
  return done / seconds;
}

/** c: how long the whole list takes, and how much more memory than before. */
export async function measureListRead({
  server,
  client,
}: BenchContext): Promise<{ ms: number; memory: number; total: number }> {
  const before = await server.memory();
  await server.peakMemory();
  const begun = performance.now();
  await client.list();
  const ms = performance.now() - begun;
  const total = await server.peakMemory();
  return { ms, memory: Math.max(0, total - before), total };
}

/** d: from the call until every watcher has every row. */
export async function measureGeneration(
  bench: BenchContext,
  { watchers, rows, generate }: { watchers: number; rows: number; generate: () => Promise<unknown> },
): Promise<number> {
  let left = watchers * rows;
  let settle = () => {};
  const all = new Promise<void>((resolve) => {
    settle = resolve;
  });
  const lines = await openConnections(bench, watchers, (ids) => {
    left -= ids.length;
    if (left === 0) settle();
  });
  const begun = performance.now();
  await generate();
  await all;
  const ms = performance.now() - begun;
  closeConnections(lines);
  return ms;
}

/** e: memory with that many idle lines, and how much of it is each line's, in bytes. */
export async function measureIdleConnections(
  bench: BenchContext,
  count: number,
): Promise<{ memory: number; each: number }> {
  const before = await bench.server.memory();
  const lines = await openConnections(bench, count, () => {});
  const memory = await bench.server.memory();
  closeConnections(lines);
  return { memory, each: (memory - before) / count };
}

/** g: the middle of so many ticks one after the other, in milliseconds. */
export async function measureSingleTick({ client, unpaidIds }: BenchContext, ticks: number): Promise<number> {
  const took: number[] = [];
  for (let index = 0; index < ticks; index++) {
    const begun = performance.now();
    await client.tick(nextId(unpaidIds));
    took.push(performance.now() - begun);
  }
  return quantile(took, 0.5);
}

export function quantile(values: readonly number[], part: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0;
}

/** Numbers from `from` on, each once. */
export function* countFrom(from: number): Generator<number, never> {
  for (let id = from; ; id++) yield id;
}

async function openConnections(
  { users, connectionsPerUser }: BenchContext,
  count: number,
  heard: (ids: readonly number[]) => void,
): Promise<Watcher[]> {
  const lines: Watcher[] = [];
  for (let index = 0; index < count; index++) {
    const person = users[Math.floor(index / connectionsPerUser) % users.length];
    if (person) lines.push(await person.watch(heard));
  }
  return lines;
}

function closeConnections(lines: readonly Watcher[]): void {
  for (const line of lines) line.close();
}

function nextId(ids: Iterator<number>): number {
  return ids.next().value;
}

function sleepUntil(moment: number): Promise<void> {
  const wait = moment - performance.now();
  return wait <= 0 ? Promise.resolve() : new Promise((resolve) => setTimeout(resolve, wait));
}
