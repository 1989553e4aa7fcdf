import { setTimeout as pause } from "node:timers/promises";
import { Client, type Watcher } from "../bench/client.ts";
import { linesPerUser, peopleFor, portalDoor } from "../bench/prepare.ts";
import { quantile } from "../bench/works.ts";
import { paced } from "../measure/paced.ts";
import type { Finding } from "./line.ts";
import { ms } from "./others.ts";
import { type Place, portalAt } from "./place.ts";
import { settle } from "./society.ts";
import { Visitor } from "./visitor.ts";
import { Writing } from "./writing.ts";

const perSecond = { writes: 20, reads: 50 };
const warmUpMs = 2_000;
const warmUpRows = 100;
const longestMs = 250;
const mostBytes = 400 * 1024 ** 2;

/** From the sending of a write until each of the clients has it, while others read. */
export async function measureFanOut(place: Place): Promise<Finding> {
  const portal = await portalAt(place);
  try {
    const { figure, holds } = await fanOut(place, {
      from: portal.url,
      to: portal.url,
      clients: place.short ? 50 : 200,
    });
    const memory = await portal.peak();
    return { figure: `${figure}; memory ${Math.round(memory / 1024 ** 2)} MB`, holds: holds && memory <= mostBytes };
  } finally {
    await portal.stop();
  }
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
  const admin = await Visitor.admin(from);
  const { installments } = await settle(admin, { houses: 100 });
  const keeper = new Client(to, portalDoor());
  await keeper.signIn();
  const people = await peopleFor(to, { admin: keeper, lines: clients });
  // A server that has just started is still getting warm.
  const warming = new Writing(admin, {
    installments: installments.slice(0, warmUpRows),
    perSecond: perSecond.writes,
    seed: place.seed,
  });
  await pause(warmUpMs);
  await warming.stop();
  const sent = new Map<number, number[]>();
  const took: number[] = [];
  const lines: Watcher[] = [];
  for (const person of people)
    for (let index = 0; index < linesPerUser && lines.length < clients; index++)
      lines.push(await person.watch(hearer(sent, took)));
  const onSend = (id: number) => void sent.set(id, [...(sent.get(id) ?? []), performance.now()]);
  const writing = new Writing(admin, {
    installments: installments.slice(warmUpRows),
    perSecond: perSecond.writes,
    seed: place.seed,
    onSend,
  });
  const reader = admin.at(from);
  const read = await paced(perSecond.reads, place.short ? 5_000 : 60_000, async () => {
    const { status } = await reader.call({ path: "/api/payment-schedule?limit=100" });
    if (status !== 200) throw new Error(`A list was answered ${status}`);
  });
  await writing.stop();
  const expected = writing.written * clients;
  for (let wait = 0; wait < 100 && took.length < expected; wait++) await pause(50);
  for (const line of lines) line.close();
  for (const person of [keeper, ...people]) person.close();
  const p95 = quantile(took, 0.95);
  const errors = writing.failed + read.failed;
  return {
    figure: `${clients} clients, ${writing.written} writes, ${read.done} reads: ${took.length} of ${expected} heard, p50 ${ms(quantile(took, 0.5))}, p95 ${ms(p95)}; ${errors} errors`,
    holds: took.length === expected && p95 <= longestMs && errors === 0 && writing.written > 0,
  };
}

/** One client's ears: it hears the writes of a row in the order in which they were sent. */
function hearer(sent: ReadonlyMap<number, readonly number[]>, took: number[]): (ids: readonly number[]) => void {
  const turns = new Map<number, number>();
  return (ids) => {
    for (const id of ids) {
      const turn = turns.get(id) ?? 0;
      turns.set(id, turn + 1);
      const at = sent.get(id)?.[turn];
      if (at !== undefined) took.push(performance.now() - at);
    }
  };
}
