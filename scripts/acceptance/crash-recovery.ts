import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { z } from "zod";
import { SeededRandom } from "../../server/seed/demo/seeded-random.ts";
import { ApiClient } from "./api-client.ts";
import { type AcceptanceContext, type PortalProcess, readMongodPid, startPortalProcess } from "./portal-process.ts";
import { formatMs } from "./read-latency.ts";
import type { CheckResult } from "./requirement.ts";
import { createSociety } from "./sample-society.ts";

const writers = 6;
const maxReadyMs = 10_000;
const recoveryTimeoutMs = 120_000;

interface Write {
  path: string;
  /** By which it is known again. */
  name: string;
  body: object;
}

/** What became of all writes. */
interface WriteLog {
  acknowledged: string[];
  /** Those that were answered only when they were sent again under their key. */
  retried: number;
  /** Answers that no client could understand. */
  unexpected: Set<string>;
  /** Nobody tries on after this moment. */
  deadline: number;
}

/** kill -9 of the server and of mongod, over and over, while people write: nothing acknowledged is lost and nothing is there twice. */
export async function measureCrashRecovery(place: AcceptanceContext): Promise<CheckResult> {
  const times = place.short ? 3 : 20;
  let portal = await startPortalProcess(place);
  const { databaseUri } = portal;
  try {
    const url = () => portal.url;
    const admin = await ApiClient.signInAsAdmin(url);
    const society = await createSociety(admin, { houses: 5 });
    const score: WriteLog = { acknowledged: [], retried: 0, unexpected: new Set(), deadline: Number.POSITIVE_INFINITY };
    let writing = true;
    const work = Array.from({ length: writers }, async (_, writer) => {
      for (let count = 0; writing; count++)
        await writeUntilAcknowledged(admin, { write: buildWrite({ writer, count, houses: society.houses }), score });
    });
    const said: (readonly string[])[] = [];
    const random = new SeededRandom(place.seed);
    const readyAfter: number[] = [];
    for (let kill = 0; kill < times; kill++) {
      await waitForWrites(score);
      await pause(random.between(0, 1_000));
      await portal.kill("SIGKILL");
      said.push(portal.output);
      portal = await portal.startAnother();
      await waitForWrites(score);
      await pause(random.between(0, 1_000));
      readyAfter.push(await killMongod(place, portal));
    }
    writing = false;
    score.deadline = Date.now() + recoveryTimeoutMs;
    await Promise.all(work);
    const found = await compareWithDatabase(admin, score.acknowledged);
    const slowest = Math.max(...readyAfter);
    return {
      summary: [
        `${times} + ${times} kills, ${score.acknowledged.length} acknowledged of which ${score.retried} when asked again: ${found.lost} lost, ${found.duplicates} doubled, ${found.withoutAudit} without their one trace, ${found.gaps} gaps in receipt numbers; ready at most ${formatMs(slowest)} after mongod listened`,
        ...score.unexpected,
        ...[...said, portal.output].flat().filter((line) => line.includes("request failed")),
      ].join("; "),
      passed:
        found.lost + found.duplicates + found.withoutAudit + found.gaps === 0 &&
        score.acknowledged.length > 0 &&
        slowest <= maxReadyMs &&
        score.unexpected.size === 0 &&
        databaseUri === portal.databaseUri,
    };
  } finally {
    await portal.kill("SIGKILL");
  }
}

function buildWrite({ writer, count, houses }: { writer: number; count: number; houses: readonly string[] }): Write {
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
async function writeUntilAcknowledged(
  admin: ApiClient,
  { write, score }: { write: Write; score: WriteLog },
): Promise<void> {
  const headers = { "idempotency-key": randomUUID() };
  const call = { method: "POST", path: write.path, body: write.body, headers };
  for (let tries = 1; Date.now() < score.deadline; tries++) {
    const answer = await admin.send(call).catch(() => undefined);
    if (answer?.status === 200) {
      score.acknowledged.push(write.name);
      if (tries > 1) score.retried++;
      return;
    }
    if (answer && answer.status !== 503) score.unexpected.add(`${answer.status} ${answer.text.slice(0, 200)}`);
    await pause(50);
  }
  score.unexpected.add("a write that was never acknowledged");
}

/** People write again: a few more writes have been acknowledged. */
async function waitForWrites({ acknowledged }: WriteLog): Promise<void> {
  const enough = acknowledged.length + writers;
  const giveUpAt = Date.now() + recoveryTimeoutMs;
  while (acknowledged.length < enough) await pollUntil(giveUpAt);
}

/** Kills mongod, which the keeper of this run starts again; resolves with how long after it listened the portal was ready. */
async function killMongod(place: AcceptanceContext, portal: PortalProcess): Promise<number> {
  const pid = await readMongodPid(place);
  process.kill(pid, "SIGKILL");
  const giveUpAt = Date.now() + recoveryTimeoutMs;
  const guest = new ApiClient(portal.url);
  while ((await readMongodPid(place).catch(() => pid)) === pid) await pollUntil(giveUpAt);
  const listening = performance.now();
  await pause(100);
  while ((await guest.send({ path: "/readyz" }).catch(() => undefined))?.status !== 200) await pollUntil(giveUpAt);
  return performance.now() - listening;
}

async function pollUntil(giveUpAt: number): Promise<void> {
  if (Date.now() > giveUpAt) throw new Error("mongod and the portal did not come back within two minutes");
  await pause(25);
}

const namedRows = z.array(z.looseObject({ ExpenseTitle: z.string().optional(), Remarks: z.string().optional() }));
const receiptNumbers = z.array(z.looseObject({ ReceiptNo: z.int() }));

/** What is in the books against what was acknowledged. */
async function compareWithDatabase(admin: ApiClient, acknowledged: readonly string[]) {
  const expenses = await admin.requestData({ path: "/api/expenses" });
  const receipts = await admin.requestData({ path: "/api/payment-receipt" });
  const there = new Map<string, number>();
  for (const { ExpenseTitle, Remarks } of [...namedRows.parse(expenses), ...namedRows.parse(receipts)]) {
    const name = ExpenseTitle ?? Remarks ?? "";
    there.set(name, (there.get(name) ?? 0) + 1);
  }
  const given = receiptNumbers
    .parse(receipts)
    .map(({ ReceiptNo }) => ReceiptNo)
    .sort((a, b) => a - b);
  const traces = await readAuditedIds(admin, "expenses");
  const bills = z.array(z.looseObject({ ExpenseID: z.int() })).parse(expenses);
  return {
    withoutAudit:
      Math.abs(traces.length - bills.length) + bills.filter(({ ExpenseID }) => !traces.includes(ExpenseID)).length,
    lost: acknowledged.filter((name) => !there.has(name)).length,
    duplicates: [...there.values()].filter((count) => count > 1).length,
    gaps: given.filter((number, index) => number !== index + 1).length,
  };
}

const auditPage = z.looseObject({ data: z.array(z.looseObject({ RecordID: z.int() })), next: z.string().nullable() });

/** The records of a kind as often as the audit tells that they were added. */
async function readAuditedIds(admin: ApiClient, resource: string): Promise<number[]> {
  const found: number[] = [];
  for (let after: string | null = ""; after !== null; ) {
    const from: string = after === "" ? "" : `&after=${encodeURIComponent(after)}`;
    const { text } = await admin.send({ path: `/api/audit?resource=${resource}&type=insert&limit=1000${from}` });
    const { data, next } = auditPage.parse(JSON.parse(text));
    found.push(...data.map(({ RecordID }) => RecordID));
    after = next;
  }
  return found;
}
