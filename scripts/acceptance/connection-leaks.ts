import { setTimeout as pause } from "node:timers/promises";
import { io } from "socket.io-client";
import { ApiClient } from "./api-client.ts";
import { type MemoryUsage, memoryUsageSchema } from "./memory-usage.ts";
import { type AcceptanceContext, type PortalProcess, withPortal } from "./portal-process.ts";
import type { CheckResult } from "./requirement.ts";
import { createColleagues, createSociety } from "./sample-society.ts";

/** One a second, as within the hour after which nothing may be left of them. */
const connectionsPerHour = 3_600;
const concurrency = 8;
const maxBytesPerConnection = 500;
/** What a heap moves by itself. */
const heapToleranceBytes = 1024 ** 2;
const maxExtraListeners = 20;
const timeoutMs = 20_000;

/** Clients that come, follow and go, half of them without a word: what the portal keeps of them. */
export function measureConnectionLeaks(place: AcceptanceContext): Promise<CheckResult> {
  return withPortal(place, {}, async (portal) => {
    const total = place.short ? 600 : connectionsPerHour;
    const admin = await ApiClient.signInAsAdmin(portal.url);
    await createSociety(admin, { houses: 5 });
    const people = [admin, ...(await createColleagues(admin, { url: portal.url, count: 3 }))];
    // The first connects of a process make what all later ones use.
    await openAndClose(portal.url, { people, connects: total / 4 });
    const before = await readStableMemory(portal);
    await openAndClose(portal.url, { people, connects: total });
    const after = await readStableMemory(portal);
    const grown = after.heap - before.heap;
    const listeners = after.listeners - before.listeners;
    return {
      summary: `${total} connects, as in ${Math.round(total / 60)} min with one a second: heap ${formatMegabytes(before.heap)} to ${formatMegabytes(after.heap)} MB, listeners ${before.listeners} to ${after.listeners}`,
      passed: grown <= Math.max(heapToleranceBytes, total * maxBytesPerConnection) && listeners <= maxExtraListeners,
    };
  });
}

async function openAndClose(
  url: string,
  { people, connects }: { people: readonly ApiClient[]; connects: number },
): Promise<void> {
  let begun = 0;
  const one = async (lane: number) => {
    const token = people[lane % people.length]?.token;
    for (let count = ++begun; count <= connects; count = ++begun) {
      const socket = io(url, { auth: { token }, transports: ["websocket"], forceNew: true, reconnection: false });
      await new Promise<void>((resolve, reject) => {
        socket.on("connect_error", reject);
        socket.on("connect", () => socket.emit("watch", ["payment-schedule", "plot"], () => resolve()));
      });
      const gone = new Promise<void>((resolve) => socket.on("disconnect", () => resolve()));
      if (count % 2 === 0) socket.close();
      else socket.io.engine.close();
      await gone;
    }
  };
  await Promise.all(Array.from({ length: concurrency }, (_, lane) => one(lane)));
}

/** What lives in it when two looks in a row say the same of who listens. */
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
  const looks = () => portal.output.filter((line) => line.startsWith("living "));
  const seen = looks().length;
  const pid = Number(portal.output.find((line) => line.startsWith("process "))?.slice("process ".length));
  process.kill(pid, "SIGUSR2");
  const giveUpAt = Date.now() + timeoutMs;
  while (looks().length === seen) {
    if (Date.now() > giveUpAt) throw new Error("The portal does not say what it keeps");
    await pause(25);
  }
  return memoryUsageSchema.parse(JSON.parse(looks().at(-1)?.slice("living ".length) ?? ""));
}

function formatMegabytes(bytes: number): string {
  return (bytes / 1024 ** 2).toFixed(1);
}
