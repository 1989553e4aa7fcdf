import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { z } from "zod";
import { SeededRandom } from "../../server/seed/demo/seeded-random.ts";
import { ApiClient } from "../lib/api-client.ts";
import { formatMs } from "../lib/measured-values.ts";
import { createSociety } from "../lib/sample-society.ts";
import { countReceiptGaps } from "./money.ts";
import { type PortalProcess, readMongodPid, startPortalProcess } from "./portal-process.ts";
import type { AcceptanceContext, CheckResult } from "./requirement.ts";

const writerCount = 6;
const maxReadyMs = 10_000;
const recoveryTimeoutMs = 120_000;

interface Write {
  path: string;
  /** Unique text in the record, by which the check finds it in the database. */
  name: string;
  body: object;
}

/** What the writers share: their results and the deadline. */
interface WriteLog {
  /** Names of the acknowledged writes. */
  acknowledged: string[];
  /** Number of writes that were acknowledged only after a retry with the same key. */
  retriedCount: number;
  /** Responses other than success and 503. */
  unexpectedResponses: Set<string>;
  /** Writes are not retried after this time. */
  deadline: number;
}

/** Kills server and mongod with SIGKILL during writes; counts acknowledged writes that are lost or duplicated. */
export async function checkCrashRecovery(context: AcceptanceContext): Promise<CheckResult> {
  const killCount = context.isShort ? 3 : 20;
  let portal = await startPortalProcess(context);
  try {
    const admin = await ApiClient.signIn(() => portal.url);
    const { houseNumbers } = await createSociety(admin, { houseCount: 5 });
    const log: WriteLog = {
      acknowledged: [],
      retriedCount: 0,
      unexpectedResponses: new Set(),
      deadline: Number.POSITIVE_INFINITY,
    };
    let isWriting = true;
    const writerLoops = Array.from({ length: writerCount }, async (_, writerNumber) => {
      for (let writeNumber = 0; isWriting; writeNumber++)
        await writeUntilAcknowledged(admin, { write: buildWrite({ writerNumber, writeNumber, houseNumbers }), log });
    });
    const outputs = [portal.output];
    const random = new SeededRandom(context.seed);
    const recoveryTimes: number[] = [];
    for (let round = 0; round < killCount; round++) {
      await waitForWrites(log);
      await pause(random.between(0, 1_000));
      await portal.kill("SIGKILL");
      portal = await portal.startAnother();
      outputs.push(portal.output);
      await waitForWrites(log);
      await pause(random.between(0, 1_000));
      recoveryTimes.push(await killMongodAndMeasureRecovery(context, portal));
    }
    isWriting = false;
    log.deadline = Date.now() + recoveryTimeoutMs;
    await Promise.all(writerLoops);
    const differences = await compareWithDatabase(admin, log.acknowledged);
    const longestRecovery = Math.max(...recoveryTimes);
    return {
      summary: [
        `${killCount} kills of the server and ${killCount} of mongod, ${log.acknowledged.length} writes acknowledged, ${log.retriedCount} of them after a retry: ${differences.lostCount} lost, ${differences.duplicateCount} duplicated, ${differences.auditDifferenceCount} differences between expenses and their audit entries, ${differences.gapCount} gaps in receipt numbers; portal ready at most ${formatMs(longestRecovery)} after mongod was started again`,
        ...log.unexpectedResponses,
        ...outputs.flat().filter((line) => line.includes("request failed")),
      ].join("; "),
      passed:
        differences.lostCount + differences.duplicateCount + differences.auditDifferenceCount + differences.gapCount ===
          0 &&
        log.acknowledged.length > 0 &&
        longestRecovery <= maxReadyMs &&
        log.unexpectedResponses.size === 0,
    };
  } finally {
    await portal.kill("SIGKILL");
  }
}

interface WriteOptions {
  writerNumber: number;
  writeNumber: number;
  houseNumbers: readonly string[];
}

/** Alternates between an expense and a receipt. */
function buildWrite({ writerNumber, writeNumber, houseNumbers }: WriteOptions): Write {
  const name = `write ${writerNumber}-${writeNumber}`;
  const expense = { ExpenseType: "Security", ExpenseTitle: name, Month: "11", Year: "2026", Amount: 100 };
  if (writeNumber % 2 === 0) return { path: "/api/expenses", name, body: expense };
  const receipt = { AmountPaid: 10, PaymentDate: "2026-03-01", PaymentMethod: "Cash" };
  return {
    path: "/api/payment-receipt",
    name,
    body: { ...receipt, HouseNo: houseNumbers[writeNumber % houseNumbers.length], Remarks: name },
  };
}

/** Sends the write with one idempotency key until it is acknowledged, as the web client does. */
async function writeUntilAcknowledged(
  admin: ApiClient,
  { write, log }: { write: Write; log: WriteLog },
): Promise<void> {
  const headers = { "idempotency-key": randomUUID() };
  const request = { method: "POST", path: write.path, body: write.body, headers };
  for (let attempt = 1; Date.now() < log.deadline; attempt++) {
    const response = await admin.send(request).catch(() => undefined);
    if (response?.status === 200) {
      log.acknowledged.push(write.name);
      if (attempt > 1) log.retriedCount++;
      return;
    }
    if (response && response.status !== 503)
      log.unexpectedResponses.add(`${response.status} ${response.text.slice(0, 200)}`);
    await pause(50);
  }
  log.unexpectedResponses.add("a write was never acknowledged");
}

/** Waits until a few more writes are acknowledged. */
async function waitForWrites({ acknowledged }: WriteLog): Promise<void> {
  const target = acknowledged.length + writerCount;
  const giveUpAt = Date.now() + recoveryTimeoutMs;
  while (acknowledged.length < target) await waitForNextPoll(giveUpAt);
}

/** Kills mongod, which its supervisor starts again. Resolves with the time from that start until the portal is ready. */
async function killMongodAndMeasureRecovery(context: AcceptanceContext, portal: PortalProcess): Promise<number> {
  const pid = await readMongodPid(context);
  process.kill(pid, "SIGKILL");
  const giveUpAt = Date.now() + recoveryTimeoutMs;
  const anonymous = new ApiClient(portal.url);
  while ((await readMongodPid(context).catch(() => pid)) === pid) await waitForNextPoll(giveUpAt);
  const restartedAt = performance.now();
  // Until the portal notices that the old mongod has ended, it still reports that it is ready.
  await pause(100);
  while ((await anonymous.send({ path: "/readyz" }).catch(() => undefined))?.status !== 200)
    await waitForNextPoll(giveUpAt);
  return performance.now() - restartedAt;
}

/** Waits before the next poll. Throws after the deadline. */
async function waitForNextPoll(giveUpAt: number): Promise<void> {
  if (Date.now() > giveUpAt) throw new Error("mongod or the portal did not recover within two minutes");
  await pause(25);
}

const namedRowsSchema = z.array(z.looseObject({ ExpenseTitle: z.string().optional(), Remarks: z.string().optional() }));

/**
 * Counts the differences between the database and the acknowledged writes. An expense without an audit entry counts as
 * two of the `auditDifferenceCount`.
 */
async function compareWithDatabase(admin: ApiClient, acknowledged: readonly string[]) {
  const expenses = await admin.requestData({ path: "/api/expenses" });
  const receipts = await admin.requestData({ path: "/api/payment-receipt" });
  const countByName = new Map<string, number>();
  for (const { ExpenseTitle, Remarks } of [...namedRowsSchema.parse(expenses), ...namedRowsSchema.parse(receipts)]) {
    const name = ExpenseTitle ?? Remarks ?? "";
    countByName.set(name, (countByName.get(name) ?? 0) + 1);
  }
  const auditedIds = await readAuditedIds(admin, "expenses");
  const expenseIds = z
    .array(z.looseObject({ ExpenseID: z.int() }))
    .parse(expenses)
    .map(({ ExpenseID }) => ExpenseID);
  return {
    auditDifferenceCount:
      Math.abs(auditedIds.length - expenseIds.length) + expenseIds.filter((id) => !auditedIds.includes(id)).length,
    lostCount: acknowledged.filter((name) => !countByName.has(name)).length,
    duplicateCount: [...countByName.values()].filter((count) => count > 1).length,
    gapCount: countReceiptGaps(receipts).gapCount,
  };
}

const auditPageSchema = z.looseObject({
  data: z.array(z.looseObject({ RecordID: z.int() })),
  next: z.string().nullable(),
});

/** The ids of all inserts of a resource in the audit, including repeated ones. */
async function readAuditedIds(admin: ApiClient, resource: string): Promise<number[]> {
  const ids: number[] = [];
  for (let after: string | null = ""; after !== null; ) {
    const afterParameter: string = after === "" ? "" : `&after=${encodeURIComponent(after)}`;
    const { text } = await admin.send({
      path: `/api/audit?resource=${resource}&type=insert&limit=1000${afterParameter}`,
    });
    const { data, next } = auditPageSchema.parse(JSON.parse(text));
    ids.push(...data.map(({ RecordID }) => RecordID));
    after = next;
  }
  return ids;
}
