import { Client } from "../bench/client.ts";
import { linesPerUser, peopleFor, portalDoor } from "../bench/prepare.ts";
import { liveFanOut } from "../measure/live-fan-out.ts";
import type { Finding } from "./line.ts";
import { ms } from "./others.ts";
import { atPortal, type Place, portalAt } from "./place.ts";
import { settle } from "./society.ts";
import { Visitor } from "./visitor.ts";

const warmUpMs = 2_000;
/** With more installments than are ticked in all that time. */
const houses = 120;
const longestMs = 250;
const mostBytes = 400 * 1024 ** 2;

/** From the sending of a write until each of the clients has it, while others read. */
export function measureFanOut(place: Place): Promise<Finding> {
  return atPortal(place, {}, async (portal) => {
    const { figure, holds } = await fanOut(place, {
      from: portal.url,
      to: portal.url,
      clients: place.short ? 50 : 200,
    });
    const memory = await portal.peak();
    return { figure: `${figure}; memory ${Math.round(memory / 1024 ** 2)} MB`, holds: holds && memory <= mostBytes };
  });
}

/** The same with all clients at another server than the writer. */
export async function measureTwo(place: Place): Promise<Finding> {
  const one = await portalAt(place, { JWT_SECRET: "the same for both, as both must read its tokens" });
  const other = await one.again();
  try {
    return await fanOut(place, { from: one.url, to: other.url, clients: place.short ? 20 : 50 });
  } finally {
    await Promise.all([one.stop(), other.stop()]);
  }
}

async function fanOut(
  place: Place,
  { from, to, clients }: { from: string; to: string; clients: number },
): Promise<Finding> {
  const { installments } = await settle(await Visitor.admin(from), { houses });
  const [client, there] = [new Client(from, portalDoor()), new Client(to, portalDoor())];
  await Promise.all([client.signIn(), there.signIn()]);
  const people = await peopleFor(to, { admin: there, lines: clients });
  const bench = { client, people, linesPerUser, fresh: installments.values() };
  // A server that has just started is still getting warm.
  await liveFanOut(bench, { clients: 1, forMs: warmUpMs });
  const found = await liveFanOut(bench, { clients, forMs: place.short ? 5_000 : 60_000 });
  for (const person of [client, there, ...people]) person.close();
  const { writes, reads, heard, expected, errors, p50, p95 } = found;
  return {
    figure: `${clients} clients, ${writes} writes, ${reads} reads: ${heard} of ${expected} heard, p50 ${ms(p50)}, p95 ${ms(p95)}; ${errors} errors`,
    holds: errors === 0 && p95 <= longestMs && expected > 0,
  };
}
