import { setTimeout as pause } from "node:timers/promises";
import { io } from "socket.io-client";
import { ApiClient } from "./api-client.ts";
import { type MemoryUsage, memoryUsageSchema } from "./memory-usage.ts";
import { type AcceptanceContext, type PortalProcess, withPortal } from "./portal-process.ts";
import type { CheckResult } from "./requirement.ts";
import { createColleagues, createSociety } from "./sample-society.ts";

/** As many as in an hour with one per second. */
const connectionsPerHour = 3_600;
const concurrency = 8;
const maxBytesPerConnection = 500;
/** Normal variation of the heap. */
const heapToleranceBytes = 1024 ** 2;
const maxExtraListeners = 20;
const timeoutMs = 20_000;

/** Memory and event listeners that remain after many clients connected, watched and disconnected, half of them abruptly. */
export function measureConnectionLeaks(context: AcceptanceContext): Promise<CheckResult> {
  return withPortal(context, {}, async (portal) => {
    const total = context.short ? 600 : connectionsPerHour;
    const admin = await ApiClient.signInAsAdmin(portal.url);
    await createSociety(admin, { houses: 5 });
    const users = [admin, ...(await createColleagues(admin, { url: portal.url, count: 3 }))];
    // The first connections of a process create objects that all later ones share.
    await openAndClose(portal.url, { users, connects: total / 4 });
    const before = await readStableMemory(portal);
    await openAndClose(portal.url, { users, connects: total });
    const after = await readStableMemory(portal);
    const growth = after.heap - before.heap;
    const listeners = after.listeners - before.listeners;
    return {
      summary: `${total} connects, as in ${Math.round(total / 60)} min with one a second: heap ${formatMegabytes(before.heap)} to ${formatMegabytes(after.heap)} MB, listeners ${before.listeners} to ${after.listeners}`,
      passed: growth <= Math.max(heapToleranceBytes, total * maxBytesPerConnection) && listeners <= maxExtraListeners,
    };
  });
}

async function openAndClose(
  url: string,
  { users, connects }: { users: readonly ApiClient[]; connects: number },
): Promise<void> {
  let startedCount = 0;
  const one = async (lane: number) => {
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
  await Promise.all(Array.from({ length: concurrency }, (_, lane) => one(lane)));
}

/** Memory usage when two measurements in a row have the same number of listeners. */
async function readStableMemory(portal: PortalProcess): Promise<MemoryUsage> {
  const giveUpAt = Date.now() + timeoutMs;
  let before = await requestMemoryUsage(portal);
  for (;;) {
    await pause(1_000);
    const now = await requestMemoryUsage(portal);
    if (now.listeners === before.listeners || Date.now() > giveUpAt) return now;
    before = now;
  }
}

async function requestMemoryUsage(portal: PortalProcess): Promise<MemoryUsage> {
  const reports = () => portal.output.filter((line) => line.startsWith("memory "));
  const before = reports().length;
  const pid = Number(portal.output.find((line) => line.startsWith("process "))?.slice("process ".length));
  process.kill(pid, "SIGUSR2");
  const giveUpAt = Date.now() + timeoutMs;
  while (reports().length === before) {
    if (Date.now() > giveUpAt) throw new Error("The portal does not report its memory usage");
    await pause(25);
  }
  return memoryUsageSchema.parse(JSON.parse(reports().at(-1)?.slice("memory ".length) ?? ""));
}

function formatMegabytes(bytes: number): string {
  return (bytes / 1024 ** 2).toFixed(1);
}
