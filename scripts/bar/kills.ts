import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { z } from "zod";
import { Random } from "../../server/demo/random.ts";
import type { Finding } from "./line.ts";
import { ms } from "./others.ts";
import { mongodOf, type Place, type PortalProcess, portalAt } from "./place.ts";
import { settle } from "./society.ts";
import { Visitor } from "./visitor.ts";

const writers = 6;
const longestReadyMs = 10_000;
const longestRecoveryMs = 120_000;

interface Write {
  path: string;
  /** By which it is known again. */
  name: string;
  body: object;
}

/** What became of all writes. */
interface Score {
  acknowledged: string[];
  /** Those that were answered only when they were sent again under their key. */
  doubtful: number;
  /** Answers that no client could understand. */
  strange: Set<string>;
  /** Nobody tries on after this moment. */
  giveUpAt: number;
}

/** kill -9 of the server and of mongod, over and over, while people write: nothing acknowledged is lost and nothing is there twice. */
export async function measureKills(place: Place): Promise<Finding> {
  const times = place.short ? 3 : 20;
  let portal = await portalAt(place);
  const { database } = portal;
  try {
    const url = () => portal.url;
    const admin = await Visitor.admin(url);
    const society = await settle(admin, { houses: 5 });
    const score: Score = { acknowledged: [], doubtful: 0, strange: new Set(), giveUpAt: Number.POSITIVE_INFINITY };
    let writing = true;
    const work = Array.from({ length: writers }, async (_, writer) => {
      for (let count = 0; writing; count++)
        await writeOnce(admin, { write: writeOf({ writer, count, houses: society.houses }), score });
    });
    const said: (readonly string[])[] = [];
    const random = new Random(place.seed);
    const readyAfter: number[] = [];
    for (let kill = 0; kill < times; kill++) {
      await untilMore(score);
      await pause(random.between(0, 1_000));
      await portal.end("SIGKILL");
      said.push(portal.said);
      portal = await portal.again();
      await untilMore(score);
      await pause(random.between(0, 1_000));
      readyAfter.push(await killMongod(place, portal));
    }
    writing = false;
    score.giveUpAt = Date.now() + longestRecoveryMs;
    await Promise.all(work);
    const found = await compare(admin, score.acknowledged);
    const slowest = Math.max(...readyAfter);
    return {
      figure: [
        `${times} + ${times} kills, ${score.acknowledged.length} acknowledged of which ${score.doubtful} when asked again: ${found.lost} lost, ${found.doubled} doubled, ${found.traceless} without their one trace, ${found.gaps} gaps in receipt numbers; ready at most ${ms(slowest)} after mongod listened`,
        ...score.strange,
        ...[...said, portal.said].flat().filter((line) => line.includes("request failed")),
      ].join("; "),
      holds:
        found.lost + found.doubled + found.traceless + found.gaps === 0 &&
        score.acknowledged.length > 0 &&
        slowest <= longestReadyMs &&
        score.strange.size === 0 &&
        database === portal.database,
    };
  } finally {
    await portal.end("SIGKILL");
  }
}

function writeOf({ writer, count, houses }: { writer: number; count: number; houses: readonly string[] }): Write {
  const name = `write ${writer}-${count}`;
  const bill = { ExpenseType: "Security", ExpenseTitle: name, Month: "11", Year: "2026", Amount: 100 };
  if (count % 2 === 0) return { path: "/api/expenses", name, body: bill };
  const paid = { AmountPaid: 10, PaymentDate: "2026-03-01", PaymentMethod: "Cash" };
  return {
    path: "/api/payment-receipt",
    name,
    body: { ...paid, HouseNo: houses[count % houses.length], Remarks: name },
  };
}

/** Sends it under one key until it is acknowledged, as the portal's own client does. */
async function writeOnce(admin: Visitor, { write, score }: { write: Write; score: Score }): Promise<void> {
  const headers = { "idempotency-key": randomUUID() };
  const call = { method: "POST", path: write.path, body: write.body, headers };
  for (let tries = 1; Date.now() < score.giveUpAt; tries++) {
    const answer = await admin.call(call).catch(() => undefined);
    if (answer?.status === 200) {
      score.acknowledged.push(write.name);
      if (tries > 1) score.doubtful++;
      return;
    }
    if (answer && answer.status !== 503) score.strange.add(`${answer.status} ${answer.text.slice(0, 200)}`);
    await pause(50);
  }
  score.strange.add("a write that was never acknowledged");
}

/** People write again: a few more writes have been acknowledged. */
async function untilMore({ acknowledged }: Score): Promise<void> {
  const enough = acknowledged.length + writers;
  const giveUpAt = Date.now() + longestRecoveryMs;
  while (acknowledged.length < enough) await waitBefore(giveUpAt);
}

/** Kills mongod, which the keeper of this run starts again; resolves with how long after it listened the portal was ready. */
async function killMongod(place: Place, portal: PortalProcess): Promise<number> {
  const pid = await mongodOf(place);
  process.kill(pid, "SIGKILL");
  const giveUpAt = Date.now() + longestRecoveryMs;
  const guest = new Visitor(portal.url);
  while ((await mongodOf(place).catch(() => pid)) === pid) await waitBefore(giveUpAt);
  const listening = performance.now();
  await pause(100);
  while ((await guest.call({ path: "/readyz" }).catch(() => undefined))?.status !== 200) await waitBefore(giveUpAt);
  return performance.now() - listening;
}

async function waitBefore(giveUpAt: number): Promise<void> {
  if (Date.now() > giveUpAt) throw new Error("mongod and the portal did not come back within two minutes");
  await pause(25);
}

const rows = z.array(z.looseObject({ ExpenseTitle: z.string().optional(), Remarks: z.string().optional() }));
const numbers = z.array(z.looseObject({ ReceiptNo: z.int() }));

/** What is in the books against what was acknowledged. */
async function compare(admin: Visitor, acknowledged: readonly string[]) {
  const expenses = await admin.ask({ path: "/api/expenses" });
  const receipts = await admin.ask({ path: "/api/payment-receipt" });
  const there = new Map<string, number>();
  for (const { ExpenseTitle, Remarks } of [...rows.parse(expenses), ...rows.parse(receipts)]) {
    const name = ExpenseTitle ?? Remarks ?? "";
    there.set(name, (there.get(name) ?? 0) + 1);
  }
  const given = numbers
    .parse(receipts)
    .map(({ ReceiptNo }) => ReceiptNo)
    .sort((a, b) => a - b);
  const traces = await tracesOf(admin, "expenses");
  const bills = z.array(z.looseObject({ ExpenseID: z.int() })).parse(expenses);
  return {
    traceless:
      Math.abs(traces.length - bills.length) + bills.filter(({ ExpenseID }) => !traces.includes(ExpenseID)).length,
    lost: acknowledged.filter((name) => !there.has(name)).length,
    doubled: [...there.values()].filter((count) => count > 1).length,
    gaps: given.filter((number, index) => number !== index + 1).length,
  };
}

const trail = z.looseObject({ data: z.array(z.looseObject({ RecordID: z.int() })), next: z.string().nullable() });

/** The records of a kind as often as the audit tells that they were added. */
async function tracesOf(admin: Visitor, resource: string): Promise<number[]> {
  const found: number[] = [];
  for (let after: string | null = ""; after !== null; ) {
    const from: string = after === "" ? "" : `&after=${encodeURIComponent(after)}`;
    const { text } = await admin.call({ path: `/api/audit?resource=${resource}&type=insert&limit=1000${from}` });
    const { data, next } = trail.parse(JSON.parse(text));
    found.push(...data.map(({ RecordID }) => RecordID));
    after = next;
  }
  return found;
}
