import { setTimeout as pause } from "node:timers/promises";
import { io } from "socket.io-client";
import { ApiClient } from "./api-client.ts";
import { type MemoryUsage, memoryUsageSchema } from "./memory-usage.ts";
import { type AcceptanceContext, type PortalProcess, withPortal } from "./portal-process.ts";
import type { CheckResult } from "./requirement.ts";
import { createColleagues, createSociety } from "./sample-society.ts";

/** One connection per second for an hour. */
const connectionsPerHour = 3_600;
const concurrency = 8;
const maxBytesPerConnection = 500;
/** Normal variation of the heap. */
const heapToleranceBytes = 1024 ** 2;
const maxExtraListeners = 20;
const timeoutMs = 20_000;

/** Connects, subscribes and disconnects many clients, half of them abruptly; compares heap and event listeners before and after. */
export function measureConnectionLeaks(context: AcceptanceContext): Promise<CheckResult> {
  return withPortal(context, {}, async (portal) => {
    const total = context.isShort ? 600 : connectionsPerHour;
    const admin = await ApiClient.signInAsAdmin(portal.url);
    await createSociety(admin, { houseCount: 5 });
    const users = [admin, ...(await createColleagues(admin, { url: portal.url, count: 3 }))];
    // The first connections of a process create objects that all later ones share.
    await openAndClose(portal.url, { users, connects: total / 4 });
    const before = await readStableMemory(portal);
    await openAndClose(portal.url, { users, connects: total });
    const after = await readStableMemory(portal);
    const growth = after.heap - before.heap;
    const listeners = after.listeners - before.listeners;
    return {
      summary: `${total} connections, as many as in ${Math.round(total / 60)} min at one per second: heap ${formatMegabytes(before.heap)} to ${formatMegabytes(after.heap)} MB, listeners ${before.listeners} to ${after.listeners}`,
      passed: growth <= Math.max(heapToleranceBytes, total * maxBytesPerConnection) && listeners <= maxExtraListeners,
    };
  });
}

async function openAndClose(
  url: string,
  { users, connects }: { users: readonly ApiClient[]; connects: number },
): Promise<void> {
  let startedCount = 0;
  const runLane = async (lane: number) => {
    const token = users[lane % users.length]?.token;
    for (let count = ++startedCount; count <= connects; count = ++startedCount) {
      const socket = io(url, { auth: { token }, transports: ["websocket"], forceNew: true, reconnection: false });
      await new Promise<void>((resolve, reject) => {
        socket.on("connect_error", reject);
        socket.on("connect", () => socket.emit("watch", ["payment-schedule", "plot"], () => resolve()));
      });
      const disconnected = new Promise<void>((resolve) => socket.on("disconnect", () => resolve()));
      if (count % 2 === 0) socket.close();
      else socket.io.engine.close();
      await disconnected;
    }
  };
  await Promise.all(Array.from({ length: concurrency }, (_, lane) => runLane(lane)));
}

/** Reads the memory usage until two readings in a row have the same number of listeners. */
async function readStableMemory(portal: PortalProcess): Promise<MemoryUsage> {
  const giveUpAt = Date.now() + timeoutMs;
  let previous = await requestMemoryUsage(portal);
  for (;;) {
    await pause(1_000);
    const current = await requestMemoryUsage(portal);
    if (current.listeners === previous.listeners || Date.now() > giveUpAt) return current;
    previous = current;
  }
}

/** The portal prints its memory usage when it receives SIGUSR2. */
async function requestMemoryUsage(portal: PortalProcess): Promise<MemoryUsage> {
  const reports = () => portal.output.filter((line) => line.startsWith("memory "));
  const previousCount = reports().length;
  const pid = Number(portal.output.find((line) => line.startsWith("process "))?.slice("process ".length));
  process.kill(pid, "SIGUSR2");
  const giveUpAt = Date.now() + timeoutMs;
  while (reports().length === previousCount) {
    if (Date.now() > giveUpAt) throw new Error("The portal does not report its memory usage");
    await pause(25);
  }
  return memoryUsageSchema.parse(JSON.parse(reports().at(-1)?.slice("memory ".length) ?? ""));
}

function formatMegabytes(bytes: number): string {
  return (bytes / 1024 ** 2).toFixed(1);
}
