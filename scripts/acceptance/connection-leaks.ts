import { setTimeout as pause } from "node:timers/promises";
import { ApiClient } from "../lib/api-client.ts";
import { type MemoryUsage, memoryUsageSchema } from "../lib/memory-usage.ts";
import { createSociety, createStaff } from "../lib/sample-society.ts";
import { type PortalProcess, withPortal } from "./portal-process.ts";
import type { AcceptanceContext, CheckResult } from "./requirement.ts";

/** As many as in an hour at one per second. */
const connectionsPerHour = 3_600;
const loopsPerUser = 2;
const maxBytesPerConnection = 500;
/** Normal variation of the heap. */
const heapToleranceBytes = 1024 ** 2;
const maxExtraListeners = 20;
const timeoutMs = 20_000;

/** Opens and closes many connections, half of them abruptly; compares heap and event listeners before and after. */
export function checkConnectionLeaks(context: AcceptanceContext): Promise<CheckResult> {
  return withPortal(context, {}, async (portal) => {
    const connectionCount = context.isShort ? 600 : connectionsPerHour;
    const admin = await ApiClient.signIn(portal.url);
    await createSociety(admin, { houseCount: 5 });
    const users = [admin, ...(await createStaff(admin, 3))];
    // The first connections of a process create objects that all later ones share.
    await openAndClose(users, connectionCount / 4);
    const before = await readStableMemory(portal);
    await openAndClose(users, connectionCount);
    const after = await readStableMemory(portal);
    const heapGrowth = after.heap - before.heap;
    const extraListeners = after.listeners - before.listeners;
    return {
      summary: `${connectionCount} connections, as many as in ${Math.round(connectionCount / 60)} min at one per second: heap ${formatMegabytes(before.heap)} to ${formatMegabytes(after.heap)} MB, listeners ${before.listeners} to ${after.listeners}`,
      passed:
        heapGrowth <= Math.max(heapToleranceBytes, connectionCount * maxBytesPerConnection) &&
        extraListeners <= maxExtraListeners,
    };
  });
}

/** Opens and closes connections, several at a time. Every second one ends without a disconnect packet. */
async function openAndClose(users: readonly ApiClient[], connectionCount: number): Promise<void> {
  let startedCount = 0;
  const runLoop = async (user: ApiClient) => {
    for (let number = ++startedCount; number <= connectionCount; number = ++startedCount) {
      const { socket } = await user.openSocket({ watch: ["payment-schedule", "plot"] });
      const disconnected = new Promise((resolve) => socket.on("disconnect", resolve));
      if (number % 2 === 0) socket.close();
      else socket.io.engine.close();
      await disconnected;
    }
  };
  await Promise.all(users.flatMap((user) => Array.from({ length: loopsPerUser }, () => runLoop(user))));
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

/** Sends SIGUSR2 to the portal, which then prints its memory usage. */
async function requestMemoryUsage(portal: PortalProcess): Promise<MemoryUsage> {
  const reports = () => portal.output.filter((line) => line.startsWith("memory "));
  const previousCount = reports().length;
  process.kill(portal.pid, "SIGUSR2");
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
