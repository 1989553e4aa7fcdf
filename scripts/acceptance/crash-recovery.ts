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
  /** Unique text in the record, to find it again. */
  name: string;
  body: object;
}

/** The outcome of all writes. */
interface WriteLog {
  acknowledged: string[];
  /** Writes acknowledged only after a retry with the same key. */
  retried: number;
  /** Responses other than success and 503. */
  unexpected: Set<string>;
  /** Writes are not retried after this time. */
  deadline: number;
}

/** kill -9 of server and mongod during writes: counts acknowledged writes that are lost or duplicated afterwards. */
export async function measureCrashRecovery(context: AcceptanceContext): Promise<CheckResult> {
  const times = context.short ? 3 : 20;
  let portal = await startPortalProcess(context);
  const { databaseUri } = portal;
  try {
    const url = () => portal.url;
    const admin = await ApiClient.signInAsAdmin(url);
    const society = await createSociety(admin, { houses: 5 });
    const log: WriteLog = { acknowledged: [], retried: 0, unexpected: new Set(), deadline: Number.POSITIVE_INFINITY };
    let writing = true;
    const work = Array.from({ length: writers }, async (_, writer) => {
      for (let count = 0; writing; count++)
        await writeUntilAcknowledged(admin, { write: buildWrite({ writer, count, houses: society.houses }), log });
    });
    const outputs: (readonly string[])[] = [];
    const random = new SeededRandom(context.seed);
    const readyAfter: number[] = [];
    for (let kill = 0; kill < times; kill++) {
      await waitForWrites(log);
      await pause(random.between(0, 1_000));
      await portal.kill("SIGKILL");
      outputs.push(portal.output);
      portal = await portal.startAnother();
      await waitForWrites(log);
      await pause(random.between(0, 1_000));
      readyAfter.push(await killMongod(context, portal));
    }
    writing = false;
    log.deadline = Date.now() + recoveryTimeoutMs;
    await Promise.all(work);
    const found = await compareWithDatabase(admin, log.acknowledged);
    const slowest = Math.max(...readyAfter);
    return {
      summary: [
        `${times} + ${times} kills, ${log.acknowledged.length} acknowledged of which ${log.retried} when asked again: ${found.lost} lost, ${found.duplicates} doubled, ${found.withoutAudit} without their one trace, ${found.gaps} gaps in receipt numbers; ready at most ${formatMs(slowest)} after mongod listened`,
        ...log.unexpected,
        ...[...outputs, portal.output].flat().filter((line) => line.includes("request failed")),
      ].join("; "),
      passed:
        found.lost + found.duplicates + found.withoutAudit + found.gaps === 0 &&
        log.acknowledged.length > 0 &&
        slowest <= maxReadyMs &&
        log.unexpected.size === 0 &&
        databaseUri === portal.databaseUri,
    };
  } finally {
    await portal.kill("SIGKILL");
  }
}

function buildWrite({ writer, count, houses }: { writer: number; count: number; houses: readonly string[] }): Write {
  const name = `write ${writer}-${count}`;
  const expense = { ExpenseType: "Security", ExpenseTitle: name, Month: "11", Year: "2026", Amount: 100 };
  if (count % 2 === 0) return { path: "/api/expenses", name, body: expense };
  const receipt = { AmountPaid: 10, PaymentDate: "2026-03-01", PaymentMethod: "Cash" };
  return {
    path: "/api/payment-receipt",
    name,
    body: { ...receipt, HouseNo: houses[count % houses.length], Remarks: name },
  };
}

/** Sends the write with one idempotency key until it is acknowledged, as the web client does. */
async function writeUntilAcknowledged(
  admin: ApiClient,
  { write, log }: { write: Write; log: WriteLog },
): Promise<void> {
  const headers = { "idempotency-key": randomUUID() };
  const call = { method: "POST", path: write.path, body: write.body, headers };
  for (let tries = 1; Date.now() < log.deadline; tries++) {
    const answer = await admin.send(call).catch(() => undefined);
    if (answer?.status === 200) {
      log.acknowledged.push(write.name);
      if (tries > 1) log.retried++;
      return;
    }
    if (answer && answer.status !== 503) log.unexpected.add(`${answer.status} ${answer.text.slice(0, 200)}`);
    await pause(50);
  }
  log.unexpected.add("a write was never acknowledged");
}

/** Waits until a few more writes are acknowledged. */
async function waitForWrites({ acknowledged }: WriteLog): Promise<void> {
  const enough = acknowledged.length + writers;
  const giveUpAt = Date.now() + recoveryTimeoutMs;
  while (acknowledged.length < enough) await pollUntil(giveUpAt);
}

/** Kills mongod, which its supervisor starts again; resolves with the time from mongod listening until the portal is ready. */
async function killMongod(context: AcceptanceContext, portal: PortalProcess): Promise<number> {
  const pid = await readMongodPid(context);
  process.kill(pid, "SIGKILL");
  const giveUpAt = Date.now() + recoveryTimeoutMs;
  const anonymous = new ApiClient(portal.url);
  while ((await readMongodPid(context).catch(() => pid)) === pid) await pollUntil(giveUpAt);
  const listening = performance.now();
  await pause(100);
  while ((await anonymous.send({ path: "/readyz" }).catch(() => undefined))?.status !== 200) await pollUntil(giveUpAt);
  return performance.now() - listening;
}

async function pollUntil(giveUpAt: number): Promise<void> {
  if (Date.now() > giveUpAt) throw new Error("mongod and the portal did not come back within two minutes");
  await pause(25);
}

const namedRows = z.array(z.looseObject({ ExpenseTitle: z.string().optional(), Remarks: z.string().optional() }));
const receiptNumbers = z.array(z.looseObject({ ReceiptNo: z.int() }));

/** Compares the database with the acknowledged writes. */
async function compareWithDatabase(admin: ApiClient, acknowledged: readonly string[]) {
  const expenses = await admin.requestData({ path: "/api/expenses" });
  const receipts = await admin.requestData({ path: "/api/payment-receipt" });
  const countByName = new Map<string, number>();
  for (const { ExpenseTitle, Remarks } of [...namedRows.parse(expenses), ...namedRows.parse(receipts)]) {
    const name = ExpenseTitle ?? Remarks ?? "";
    countByName.set(name, (countByName.get(name) ?? 0) + 1);
  }
  const numbers = receiptNumbers
    .parse(receipts)
    .map(({ ReceiptNo }) => ReceiptNo)
    .sort((a, b) => a - b);
  const traces = await readAuditedIds(admin, "expenses");
  const bills = z.array(z.looseObject({ ExpenseID: z.int() })).parse(expenses);
  return {
    withoutAudit:
      Math.abs(traces.length - bills.length) + bills.filter(({ ExpenseID }) => !traces.includes(ExpenseID)).length,
    lost: acknowledged.filter((name) => !countByName.has(name)).length,
    duplicates: [...countByName.values()].filter((count) => count > 1).length,
    gaps: numbers.filter((number, index) => number !== index + 1).length,
  };
}

const auditPage = z.looseObject({ data: z.array(z.looseObject({ RecordID: z.int() })), next: z.string().nullable() });

/** The ids of all inserts of a resource in the audit, including repeated ones. */
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
