import { setTimeout as pause } from "node:timers/promises";
import { createDeferred } from "../../server/commits/deferred.ts";
import type { ApiClient } from "../lib/api-client.ts";
import { median, quantile } from "../lib/measured-values.ts";
import type { ServerProcess } from "../lib/server-process.ts";
import {
  openUnparsedChangesSocket,
  parseChanges,
  scanIds,
  type UnparsedChangesSocket,
} from "./unparsed-changes-client.ts";

const writeIntervalMs = 20;
/** Number of live connections that one user opens. */
export const connectionsPerUser = 10;

/** A server under measurement with a signed-in client, and users for live connections. */
export interface BenchContext {
  server: ServerProcess;
  client: ApiClient;
  users: readonly ApiClient[];
  /** Ids of unpaid installments. */
  unpaidInstallmentIds: Iterator<number>;
}

/** Delivery of writes to the watchers. */
interface FanOut {
  /** From the request until the last watcher has the change, in milliseconds. */
  p50: number;
  p99: number;
  /** CPU time of the server for a thousand writes, in milliseconds. */
  cpuMsPer1000Writes: number;
  /**
   * Length of the shortest event, whose text is ASCII. It contains a single write; writes that arrive together share a
   * longer event.
   */
  shortestEventBytes: number;
}

/** Makes one write every 20 ms, which every watcher receives (rows a and f of the table in docs/performance.md). */
export async function measureFanOut(
  bench: BenchContext,
  { watcherCount, writeCount }: { watcherCount: number; writeCount: number },
): Promise<FanOut> {
  /** Writes that some watchers have not received yet, by the id of the installment. */
  const pendingWrites = new Map<number, { sentAt: number; remaining: number }>();
  const latencies: number[] = [];
  const eventLengths: number[] = [];
  const delivered = createDeferred<void>();
  const sockets = await openSockets(bench, watcherCount, (text) => {
    for (const id of scanIds(text)) {
      const write = pendingWrites.get(id);
      if (!write || --write.remaining > 0) continue;
      latencies.push(performance.now() - write.sentAt);
      eventLengths.push(text.length);
      pendingWrites.delete(id);
      if (latencies.length === writeCount) delivered.resolve();
    }
  });
  const cpuMsBefore = await bench.server.readCpuTime();
  const startedAt = performance.now();
  const responses: Promise<unknown>[] = [];
  for (let index = 0; index < writeCount; index++) {
    await pause(Math.max(0, startedAt + index * writeIntervalMs - performance.now()));
    const id = bench.unpaidInstallmentIds.next().value;
    pendingWrites.set(id, { sentAt: performance.now(), remaining: watcherCount });
    responses.push(markPaid(bench.client, id));
  }
  await Promise.all(responses);
  await delivered.promise;
  const cpuMsPer1000Writes = (((await bench.server.readCpuTime()) - cpuMsBefore) * 1000) / writeCount;
  for (const socket of sockets) socket.close();
  return {
    p50: median(latencies),
    p99: quantile(latencies, 0.99),
    cpuMsPer1000Writes,
    shortestEventBytes: Math.min(...eventLengths),
  };
}

/**
 * Milliseconds per write with `concurrency` requests in parallel, which all watchers receive (row b in
 * docs/performance.md).
 */
export async function measureMsPerWrite(
  bench: BenchContext,
  { concurrency, watcherCount, durationMs }: { concurrency: number; watcherCount: number; durationMs: number },
): Promise<number> {
  const sockets = await openSockets(bench, watcherCount, scanIds);
  const startedAt = performance.now();
  let writeCount = 0;
  await Promise.all(
    Array.from({ length: concurrency }, async () => {
      while (performance.now() - startedAt < durationMs) {
        await markPaid(bench.client, bench.unpaidInstallmentIds.next().value);
        writeCount++;
      }
    }),
  );
  const ms = performance.now() - startedAt;
  for (const socket of sockets) socket.close();
  return ms / writeCount;
}

/**
 * Median time of reading the whole list, and the peak memory of the server meanwhile, in bytes (row c in
 * docs/performance.md).
 */
export async function measureListRead(
  { server, client }: Pick<BenchContext, "server" | "client">,
  headers: Readonly<Record<string, string>> = {},
): Promise<{ ms: number; peakMemory: number }> {
  await server.readAndResetPeakMemory();
  const times: number[] = [];
  for (let read = 0; read < 5; read++)
    times.push((await client.sendOrThrow({ path: "/api/payment-schedule", headers })).ms);
  return { ms: median(times), peakMemory: await server.readAndResetPeakMemory() };
}

/** The generation of a schedule with live watchers. Times in milliseconds. */
interface Generation {
  /** From the request until every watcher has all installments. */
  ms: number;
  /** Length of all events, whose text is ASCII. */
  totalEventBytes: number;
  /** Time in which one client parses the events. */
  parseMs: number;
}

/** Generates `rowCount` installments with one request (row d in docs/performance.md). */
export async function measureGeneration(
  bench: BenchContext,
  { watcherCount, rowCount, body }: { watcherCount: number; rowCount: number; body: object },
): Promise<Generation> {
  const texts: string[] = [];
  let remaining = watcherCount * rowCount;
  const delivered = createDeferred<void>();
  const sockets = await openSockets(bench, watcherCount, (text, index) => {
    if (index === 0) texts.push(text);
    remaining -= scanIds(text).length;
    if (remaining === 0) delivered.resolve();
  });
  const startedAt = performance.now();
  await bench.client.sendOrThrow({ method: "POST", path: "/api/payment-schedule", body });
  await delivered.promise;
  const ms = performance.now() - startedAt;
  for (const socket of sockets) socket.close();
  const parsingStartedAt = performance.now();
  for (const text of texts) parseChanges(text);
  const parseMs = performance.now() - parsingStartedAt;
  return { ms, totalEventBytes: texts.reduce((sum, { length }) => sum + length, 0), parseMs };
}

/**
 * Memory of the server with idle connections, and its growth per connection, in bytes (row e in docs/performance.md).
 */
export async function measureIdleConnections(
  bench: BenchContext,
  count: number,
): Promise<{ memory: number; perConnection: number }> {
  const memoryBefore = await bench.server.readMemory();
  const sockets = await openSockets(bench, count, () => {});
  const memory = await bench.server.readMemory();
  for (const socket of sockets) socket.close();
  return { memory, perConnection: (memory - memoryBefore) / count };
}

/** Makes writes one after the other; resolves with the duration of each in milliseconds. */
export async function measureSingleWrites(
  { client, unpaidInstallmentIds }: Pick<BenchContext, "client" | "unpaidInstallmentIds">,
  writeCount: number,
): Promise<number[]> {
  const latencies: number[] = [];
  for (let index = 0; index < writeCount; index++) {
    const startedAt = performance.now();
    await markPaid(client, unpaidInstallmentIds.next().value);
    latencies.push(performance.now() - startedAt);
  }
  return latencies;
}

/** Marks an installment as paid. */
export async function markPaid(client: ApiClient, id: number): Promise<void> {
  await client.sendOrThrow({ method: "PUT", path: `/api/payment-schedule/${id}`, body: { IsPaid: 1 } });
}

/** Counts up from `from`. */
export function* countFrom(from: number): Generator<number, never> {
  for (let id = from; ; id++) yield id;
}

/**
 * Opens live connections that subscribe to the schedule; `onChanges` gets the text of each event and the connection's
 * index.
 */
export async function openSockets(
  { users }: Pick<BenchContext, "users">,
  count: number,
  onChanges: (text: string, index: number) => void,
): Promise<UnparsedChangesSocket[]> {
  const sockets: UnparsedChangesSocket[] = [];
  for (let index = 0; index < count; index++) {
    const user = users[Math.floor(index / connectionsPerUser) % users.length];
    if (!user) throw new Error("There is no user for live connections");
    sockets.push(await openUnparsedChangesSocket(user, (text) => onChanges(text, index)));
  }
  return sockets;
}
