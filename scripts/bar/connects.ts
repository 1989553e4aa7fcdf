import { setTimeout as pause } from "node:timers/promises";
import { io } from "socket.io-client";
import type { Finding } from "./line.ts";
import { type Living, livingSchema } from "./living.ts";
import { atPortal, type Place, type PortalProcess } from "./place.ts";
import { colleagues, settle } from "./society.ts";
import { Visitor } from "./visitor.ts";

/** One a second, as within the hour after which nothing may be left of them. */
const connectsOfAnHour = 3_600;
const atOnce = 8;
const mostBytesEach = 500;
/** What a heap moves by itself. */
const leastBytes = 1024 ** 2;
const mostListeners = 20;
const patienceMs = 20_000;

/** Clients that come, follow and go, half of them without a word: what the portal keeps of them. */
export function measureConnects(place: Place): Promise<Finding> {
  return atPortal(place, {}, async (portal) => {
    const total = place.short ? 600 : connectsOfAnHour;
    const admin = await Visitor.admin(portal.url);
    await settle(admin, { houses: 5 });
    const people = [admin, ...(await colleagues(admin, { url: portal.url, count: 3 }))];
    // The first connects of a process make what all later ones use.
    await comeAndGo(portal.url, { people, connects: total / 4 });
    const before = await quiet(portal);
    await comeAndGo(portal.url, { people, connects: total });
    const after = await quiet(portal);
    const grown = after.heap - before.heap;
    const listeners = after.listeners - before.listeners;
    return {
      figure: `${total} connects, as in ${Math.round(total / 60)} min with one a second: heap ${megabytes(before.heap)} to ${megabytes(after.heap)} MB, listeners ${before.listeners} to ${after.listeners}`,
      holds: grown <= Math.max(leastBytes, total * mostBytesEach) && listeners <= mostListeners,
    };
  });
}

async function comeAndGo(
  url: string,
  { people, connects }: { people: readonly Visitor[]; connects: number },
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
  await Promise.all(Array.from({ length: atOnce }, (_, lane) => one(lane)));
}

/** What lives in it when two looks in a row say the same of who listens. */
async function quiet(portal: PortalProcess): Promise<Living> {
  const giveUpAt = Date.now() + patienceMs;
  let before = await look(portal);
  for (;;) {
    await pause(1_000);
    const now = await look(portal);
    if (now.listeners === before.listeners || Date.now() > giveUpAt) return now;
    before = now;
  }
}

async function look(portal: PortalProcess): Promise<Living> {
  const looks = () => portal.said.filter((line) => line.startsWith("living "));
  const seen = looks().length;
  const pid = Number(portal.said.find((line) => line.startsWith("process "))?.slice("process ".length));
  process.kill(pid, "SIGUSR2");
  const giveUpAt = Date.now() + patienceMs;
  while (looks().length === seen) {
    if (Date.now() > giveUpAt) throw new Error("The portal does not say what it keeps");
    await pause(25);
  }
  return livingSchema.parse(JSON.parse(looks().at(-1)?.slice("living ".length) ?? ""));
}

function megabytes(bytes: number): string {
  return (bytes / 1024 ** 2).toFixed(1);
}
