import { randomUUID } from "node:crypto";
import { setImmediate as breathe } from "node:timers/promises";
import { expect, inject, onTestFinished, test } from "vitest";
import type { CommitEvent } from "../../server/commits/commit.ts";
import { commitsCollection } from "../../server/commits/commit.ts";
import { readHistory } from "../../server/commits/history.ts";
import { type Core, openCore } from "../../server/core.ts";
import { createLog } from "../../server/log.ts";
import { expenses } from "../../shared/resources/expenses.ts";
import { plotFloor } from "../../shared/resources/plot-floor.ts";
import { buildExpenseRow } from "../harness/builders.ts";

test("what could not be told at first is told again whole, and counted once", { tags: "requirement-26" }, async () => {
  const office = await createCore();
  const told: CommitEvent[] = [];
  let tries = 0;
  office.changeStream.subscribe({
    onCommit: async (news) => {
      if (++tries === 1) throw new Error("The database is away");
      told.push(news);
    },
  });
  await insertExpenses(office, 1_200);
  expect(told.map(({ changes }) => changes.length)).toEqual([1_200]);
  expect(office.totals.current.months.get("2026-11")?.expenses).toBe(1_200 * 100);
});

test("a place that is given out never lies within a transaction", async () => {
  const office = await createCore();
  const places = new Set([office.changeStream.cursor]);
  let done = false;
  // More than the database sends at once.
  const spent = insertExpenses(office, 5_000, "a".repeat(4_000)).finally(() => {
    done = true;
  });
  while (!done) {
    places.add(office.changeStream.cursor);
    await breathe();
  }
  await spent;
  const until = office.changeStream.cursor;
  for (const cursor of places) {
    const missed = await readHistory(office.connection, { cursor, until });
    expect([0, 5_000]).toContain(missed.flatMap(({ changes }) => changes).length);
  }
});

test("the past ends where it is asked to, also between two transactions", async () => {
  const office = await createCore();
  const begin = office.changeStream.cursor;
  const told: string[] = [];
  office.changeStream.subscribe({
    onCommit: async ({ cursor }) => void told.push(cursor),
  });
  for (const floor of ["Ground", "First", "Second"]) await insertFloor(office, floor);
  await expect.poll(() => told.length).toBe(3);
  const past = await readHistory(office.connection, { cursor: begin, until: `${told[1]}00` });
  expect(past.map(({ cursor }) => cursor)).toEqual(told.slice(0, 2));
});

test("a server hears of its own writing what every other hears of it", async () => {
  const writer = await createCore();
  const other = await openCoreOn(writer.connection.name);
  const heard: Record<"writer" | "other", CommitEvent[]> = { writer: [], other: [] };
  writer.changeStream.subscribe({
    onCommit: async (news) => void heard.writer.push(news),
  });
  other.changeStream.subscribe({
    onCommit: async (news) => void heard.other.push(news),
  });
  await insertExpenses(writer, 1_200);
  await insertFloor(writer, "Ground");
  await writer.systemContext("a test").transaction(async (tx) => {
    for (const floor of await tx.find(plotFloor, {})) tx.update(plotFloor, floor, { Floor: "First" });
  });
  await writer.systemContext("a test").transaction(async (tx) => {
    for (const floor of await tx.find(plotFloor, {})) tx.remove(plotFloor, floor);
  });
  await expect.poll(() => heard.other.length).toBe(4);
  expect(heard.writer).toEqual(heard.other);
});

test("what a server wrote and took for failed, it hears all the same", async () => {
  const office = await createCore();
  const told: CommitEvent[] = [];
  let tries = 0;
  office.changeStream.subscribe({
    onCommit: async (news) => {
      if (++tries > 1) return void told.push(news);
      office.changeStream.discardPending(news.transaction);
      throw new Error("Not to be told now");
    },
  });
  await insertExpenses(office, 1_200);
  expect(told.map(({ changes }) => changes.length)).toEqual([1_200]);
});

test("where history is gone it begins anew, and whoever follows is told so", { tags: "requirement-26" }, async () => {
  const office = await createCore();
  const heard: string[] = [];
  const gap = new Promise<void>((resolve) => {
    office.changeStream.subscribe({
      onCommit: async ({ changes }) => void heard.push(...changes.map(({ after }) => String(after?.Floor))),
      onHistoryLost: () => {
        heard.push(`gap before ${office.changeStream.cursor === "" ? "nothing" : "a place"}`);
        resolve();
      },
    });
  });
  await insertFloor(office, "Ground");
  await office.connection.collection(commitsCollection).drop();
  await gap;
  await insertFloor(office, "First");
  expect(heard).toEqual(["Ground", "gap before a place", "First"]);
  expect(office.changeStream.isLive).toBe(true);
});

async function createCore(): Promise<Core> {
  const office = await openCoreOn(`office-${randomUUID()}`);
  onTestFinished(async () => void (await office.connection.dropDatabase()), 60_000);
  return office;
}

async function openCoreOn(name: string): Promise<Core> {
  const office = await openCore({ uri: inject("mongoUri"), name, now: () => new Date(), log: createLog("silent") });
  onTestFinished(() => office.close(), 60_000);
  return office;
}

/** So many expenses of one rupee in one transaction; resolves when they have been heard. */
async function insertExpenses(office: Core, count: number, Description = ""): Promise<void> {
  const expense = { ...buildExpenseRow(0), Description };
  await office.systemContext("a test").transaction((tx) => tx.insertMany(expenses, Array(count).fill(expense)));
  await office.changeStream.waitForCommit([expenses.name]);
}

async function insertFloor(office: Core, Floor: string): Promise<void> {
  await office.systemContext("a test").transaction((tx) => tx.insert(plotFloor, { Floor }));
  await office.changeStream.waitForCommit([plotFloor.name]);
}
