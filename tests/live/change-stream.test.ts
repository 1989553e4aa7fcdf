import { randomUUID } from "node:crypto";
import { setImmediate as nextTurn } from "node:timers/promises";
import { expect, inject, onTestFinished, test } from "vitest";
import type { CommitEvent } from "../../server/commits/commit.ts";
import { commitsCollection, systemActor } from "../../server/commits/commit.ts";
import { HistoryTooLongError, readHistory } from "../../server/commits/history.ts";
import { type Core, openCore } from "../../server/core.ts";
import { createLog } from "../../server/log.ts";
import { expenses } from "../../shared/resources/expenses.ts";
import { plotFloor } from "../../shared/resources/plot-floor.ts";
import { buildExpenseRow } from "../harness/builders.ts";

const maxChanges = 50_000;

test("a commit whose delivery failed is delivered again as a whole and counted once", {
  tags: "requirement-26",
}, async () => {
  const core = await createCore();
  const delivered: CommitEvent[] = [];
  let attempts = 0;
  core.changeStream.subscribe({
    onCommit: async (commit) => {
      if (++attempts === 1) throw new Error("Delivery fails");
      delivered.push(commit);
    },
  });
  await insertExpenses(core, 1_200);
  expect(delivered.map(({ changes }) => changes.length)).toEqual([1_200]);
  expect(core.totals.current.months.get("2026-11")?.expenses).toBe(1_200 * 100);
});

test("a cursor never points between two changes of one transaction", async () => {
  const core = await createCore();
  const cursors = new Set([core.changeStream.cursor]);
  let isDone = false;
  // The database returns this many rows in more than one batch.
  const insertion = insertExpenses(core, 5_000, "a".repeat(4_000)).finally(() => {
    isDone = true;
  });
  while (!isDone) {
    cursors.add(core.changeStream.cursor);
    await nextTurn();
  }
  await insertion;
  const until = core.changeStream.cursor;
  for (const cursor of cursors) {
    const commits = await readHistory(core.connection, { cursor, until, maxChanges });
    expect([0, 5_000]).toContain(commits.flatMap(({ changes }) => changes).length);
  }
});

test("readHistory refuses a range with more changes than the maximum", async () => {
  const core = await createCore();
  const { cursor } = core.changeStream;
  for (const count of [60, 60]) await insertExpenses(core, count);
  const range = { cursor, until: core.changeStream.cursor };
  expect(await readHistory(core.connection, { ...range, maxChanges: 120 })).toHaveLength(2);
  await expect(readHistory(core.connection, { ...range, maxChanges: 119 })).rejects.toThrow(HistoryTooLongError);
});

test("readHistory ends at the requested position, also between two transactions", async () => {
  const core = await createCore();
  const initialCursor = core.changeStream.cursor;
  const delivered: string[] = [];
  core.changeStream.subscribe({
    onCommit: async ({ cursor }) => void delivered.push(cursor),
  });
  for (const floor of ["Ground", "First", "Second"]) await insertFloor(core, floor);
  await expect.poll(() => delivered.length).toBe(3);
  // The position directly after the second commit.
  const commits = await readHistory(core.connection, { cursor: initialCursor, until: `${delivered[1]}00`, maxChanges });
  expect(commits.map(({ cursor }) => cursor)).toEqual(delivered.slice(0, 2));
});

test("a server delivers its own commits exactly like those of other servers", async () => {
  const writer = await createCore();
  const reader = await openCoreOn(writer.connection.name);
  const received: Record<"writer" | "reader", CommitEvent[]> = { writer: [], reader: [] };
  writer.changeStream.subscribe({
    onCommit: async (commit) => void received.writer.push(commit),
  });
  reader.changeStream.subscribe({
    onCommit: async (commit) => void received.reader.push(commit),
  });
  await insertExpenses(writer, 1_200);
  await insertFloor(writer, "Ground");
  await writer.createSystemContext("test").transaction(async (tx) => {
    for (const floor of await tx.find(plotFloor, {})) tx.update(plotFloor, floor, { Floor: "First" });
  });
  await writer.createSystemContext("test").transaction(async (tx) => {
    for (const floor of await tx.find(plotFloor, {})) tx.remove(plotFloor, floor);
  });
  await expect.poll(() => [received.writer.length, received.reader.length]).toEqual([4, 4]);
  expect(received.writer).toEqual(received.reader);
});

test("a commit that its own server discarded as failed is delivered from the change stream", async () => {
  const core = await createCore();
  const delivered: CommitEvent[] = [];
  let attempts = 0;
  core.changeStream.subscribe({
    onCommit: async (commit) => {
      if (++attempts > 1) return void delivered.push(commit);
      core.changeStream.discardPendingCommit(commit.transactionId);
      throw new Error("Delivery fails");
    },
  });
  await insertExpenses(core, 1_200);
  expect(delivered.map(({ changes }) => changes.length)).toEqual([1_200]);
});

test("after a loss of history the stream restarts and informs its subscribers", {
  tags: "requirement-26",
}, async () => {
  const core = await createCore();
  const received: string[] = [];
  const historyLost = new Promise<void>((resolve) => {
    core.changeStream.subscribe({
      onCommit: async ({ changes }) => void received.push(...changes.map(({ after }) => String(after?.Floor))),
      onHistoryLost: () => {
        received.push(`history lost, ${core.changeStream.cursor === "" ? "no cursor" : "new cursor"}`);
        resolve();
      },
    });
  });
  await insertFloor(core, "Ground");
  await core.connection.collection(commitsCollection).drop();
  await historyLost;
  await insertFloor(core, "First");
  expect(received).toEqual(["Ground", "history lost, new cursor", "First"]);
  expect(core.changeStream.isLive).toBe(true);
});

test("the portal does not wait for a commit from before a loss of history, even if the commit is acknowledged only afterwards", {
  tags: "requirement-26",
}, async () => {
  const core = await createCore();
  const { changeStream } = core;
  const historyLost = new Promise<void>((resolve) => changeStream.subscribe({ onHistoryLost: resolve }));
  const change = { resource: plotFloor.name, id: 1, type: "insert", before: null, after: { Floor: "Ground" } } as const;
  const transactionId = randomUUID();
  changeStream.addPendingCommit({ transactionId, at: new Date().toISOString(), by: systemActor, changes: [change] });
  await core.connection.collection(commitsCollection).drop();
  await historyLost;
  changeStream.expectCommit(transactionId, new Set([plotFloor.name]));
  await changeStream.waitForOwnCommits([plotFloor.name]);
});

async function createCore(): Promise<Core> {
  const core = await openCoreOn(`core-${randomUUID()}`);
  onTestFinished(async () => void (await core.connection.dropDatabase()), 60_000);
  return core;
}

async function openCoreOn(name: string): Promise<Core> {
  const core = await openCore({ uri: inject("mongoUri"), name, now: () => new Date(), log: createLog("silent") });
  onTestFinished(() => core.close(), 60_000);
  return core;
}

/** Inserts expenses of one rupee in one transaction; resolves when the commit has been delivered. */
async function insertExpenses(core: Core, count: number, Description = ""): Promise<void> {
  const expense = { ...buildExpenseRow(), Description };
  await core.createSystemContext("test").transaction((tx) => tx.insertMany(expenses, Array(count).fill(expense)));
  await core.changeStream.waitForOwnCommits([expenses.name]);
}

async function insertFloor(core: Core, Floor: string): Promise<void> {
  await core.createSystemContext("test").transaction((tx) => tx.insert(plotFloor, { Floor }));
  await core.changeStream.waitForOwnCommits([plotFloor.name]);
}
