import { setTimeout as pause } from "node:timers/promises";
import type { ApiClient, LiveSocket } from "../lib/api-client.ts";
import { median, quantile } from "../lib/measured-values.ts";
import type { ServerProcess } from "../lib/server-process.ts";

const writeIntervalMs = 20;
/** Live connections of a user before the next user gets one. */
export const connectionsPerUser = 10;

/** A server under measurement with a signed-in client, and users for live connections. */
export interface BenchContext {
  server: ServerProcess;
  client: ApiClient;
  users: readonly ApiClient[];
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

/** Makes one write every 20 ms, which every watcher receives (rows a and f of the printed table). */
export async function measureFanOut(
  bench: BenchContext,
  { watchers, writes }: { watchers: number; writes: number },
): Promise<FanOut> {
  /** Writes that not all watchers have received, by the id of the installment. */
  const pendingWrites = new Map<number, { sentAt: number; remaining: number }>();
  const latencies: number[] = [];
  let resolveDelivered = () => {};
  const delivered = new Promise<void>((resolve) => {
    resolveDelivered = resolve;
  });
  const sockets = await openSockets(bench, watchers, (ids) => {
    for (const id of ids) {
      const write = pendingWrites.get(id);
      if (!write || --write.remaining > 0) continue;
      latencies.push(performance.now() - write.sentAt);
      pendingWrites.delete(id);
      if (latencies.length === writes) resolveDelivered();
    }
  });
  const cpuMsBefore = await bench.server.cpuTime();
  const startedAt = performance.now();
  const responses: Promise<unknown>[] = [];
  for (let index = 0; index < writes; index++) {
    await pause(Math.max(0, startedAt + index * writeIntervalMs - performance.now()));
    const id = bench.unpaidIds.next().value;
    pendingWrites.set(id, { sentAt: performance.now(), remaining: watchers });
    responses.push(markPaid(bench.client, id));
  }
  await Promise.all(responses);
  await delivered;
  const cpuMsPer1000Writes = (((await bench.server.cpuTime()) - cpuMsBefore) * 1000) / writes;
  for (const socket of sockets) socket.close();
  return { p50: median(latencies), p99: quantile(latencies, 0.99), cpuMsPer1000Writes };
}

/** Writes per second with `concurrency` requests in parallel, which all watchers receive (table row b). */
export async function measureThroughput(
  bench: BenchContext,
  { concurrency, watchers, durationMs }: { concurrency: number; watchers: number; durationMs: number },
): Promise<number> {
  const sockets = await openSockets(bench, watchers, () => {});
  const startedAt = performance.now();
  let writeCount = 0;
  await Promise.all(
    Array.from({ length: concurrency }, async () => {
      while (performance.now() - startedAt < durationMs) {
        await markPaid(bench.client, bench.unpaidIds.next().value);
        writeCount++;
      }
    }),
  );
  const seconds = (performance.now() - startedAt) / 1000;
  for (const socket of sockets) socket.close();
  return writeCount / seconds;
}

/**
 * Time of reading the whole list, the memory that it adds to the server, and the peak memory, in bytes (table row c).
 */
export async function measureListRead({
  server,
  client,
}: BenchContext): Promise<{ ms: number; addedMemory: number; peakMemory: number }> {
  const memoryBefore = await server.memory();
  await server.takePeakMemory();
  const { ms } = await client.sendOrThrow({ path: "/api/payment-schedule" });
  const peakMemory = await server.takePeakMemory();
  return { ms, addedMemory: Math.max(0, peakMemory - memoryBefore), peakMemory };
}

/**
 * Milliseconds from the request that generates `rows` installments until every watcher has all of them (table row d).
 */
export async function measureGeneration(
  bench: BenchContext,
  { watchers, rows, body }: { watchers: number; rows: number; body: object },
): Promise<number> {
  let remaining = watchers * rows;
  let resolveDelivered = () => {};
  const delivered = new Promise<void>((resolve) => {
    resolveDelivered = resolve;
  });
  const sockets = await openSockets(bench, watchers, (ids) => {
    remaining -= ids.length;
    if (remaining === 0) resolveDelivered();
  });
  const startedAt = performance.now();
  await bench.client.sendOrThrow({ method: "POST", path: "/api/payment-schedule", body });
  await delivered;
  const ms = performance.now() - startedAt;
  for (const socket of sockets) socket.close();
  return ms;
}

/** Memory of the server with idle connections, and its growth per connection, in bytes (table row e). */
export async function measureIdleConnections(
  bench: BenchContext,
  count: number,
): Promise<{ memory: number; perConnection: number }> {
  const memoryBefore = await bench.server.memory();
  const sockets = await openSockets(bench, count, () => {});
  const memory = await bench.server.memory();
  for (const socket of sockets) socket.close();
  return { memory, perConnection: (memory - memoryBefore) / count };
}

/** Median time of sequential writes, in milliseconds (table row g). */
export async function measureSingleWrite(
  { client, unpaidIds }: Pick<BenchContext, "client" | "unpaidIds">,
  writes: number,
): Promise<number> {
  const latencies: number[] = [];
  for (let index = 0; index < writes; index++) {
    const startedAt = performance.now();
    await markPaid(client, unpaidIds.next().value);
    latencies.push(performance.now() - startedAt);
  }
  return median(latencies);
}

/** Marks an installment as paid. */
export async function markPaid(client: ApiClient, id: number): Promise<void> {
  await client.sendOrThrow({ method: "PUT", path: `/api/payment-schedule/${id}`, body: { IsPaid: 1 } });
}

/** Counts up from `from`. */
export function* countFrom(from: number): Generator<number, never> {
  for (let id = from; ; id++) yield id;
}

/** Opens live connections that watch the schedule; `onChanges` gets the ids of every message. */
export async function openSockets(
  { users }: Pick<BenchContext, "users">,
  count: number,
  onChanges: (ids: readonly number[]) => void,
): Promise<LiveSocket[]> {
  const onSocket = (socket: LiveSocket) => {
    socket.on("changes", ({ changes }) => onChanges(changes.map(({ id }) => id)));
    socket.on("disconnect", (reason) => {
      if (reason !== "io client disconnect") throw new Error(`The server closed a measured connection: ${reason}`);
    });
  };
  const sockets: LiveSocket[] = [];
  for (let index = 0; index < count; index++) {
    const user = users[Math.floor(index / connectionsPerUser) % users.length];
    if (!user) throw new Error("There is no user for live connections");
    const { socket } = await user.openSocket({ watch: ["payment-schedule"], onSocket });
    sockets.push(socket);
  }
  return sockets;
}
