import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { isDeepStrictEqual } from "node:util";
import { expect } from "vitest";
import { cashBookRecord } from "../../shared/endpoints/cash-book.ts";
import { account, cashAccountId } from "../../shared/resources/account.ts";
import { accountTransfer } from "../../shared/resources/account-transfer.ts";
import { adjustment } from "../../shared/resources/adjustment.ts";
import { approval } from "../../shared/resources/approval.ts";
import { cheque } from "../../shared/resources/cheque.ts";
import { dayClose } from "../../shared/resources/day-close.ts";
import { drawer } from "../../shared/resources/drawer.ts";
import { expenses } from "../../shared/resources/expenses.ts";
import { otherIncome } from "../../shared/resources/other-income.ts";
import { paymentReceipt } from "../../shared/resources/payment-receipt.ts";
import { paymentSchedule } from "../../shared/resources/payment-schedule.ts";
import { role } from "../../shared/resources/role.ts";
import { setLimits } from "./approvals.ts";
import { chequeSteps } from "./cash-cheque-steps.ts";
import { closeDay, closeOwnDrawer, drawerSteps } from "./cash-drawer-steps.ts";
import {
  applyVoids,
  expectClosedRecordsUnchanged,
  expectDayCloses,
  expectDrawers,
  readClosedRecords,
  resolveUncertainChanges,
} from "./cash-drawers.ts";
import type { CashModel, CashOperation, CashStep } from "./cash-model.ts";
import { cashSteps, societyLimits, voidReceipt } from "./cash-steps.ts";
import { FaultyProxy } from "./faulty-proxy.ts";
import { openHarness } from "./harness.ts";
import { readDatedRows } from "./locked-month.ts";
import { ModelClient, readState } from "./model-client.ts";
import { inPaisa } from "./money-model.ts";
import { Person } from "./person.ts";
import { assertOk, parseRecord, type Reply } from "./reply.ts";
import type { TestRandom } from "./test-random.ts";

const allSteps = [...cashSteps, ...chequeSteps, ...drawerSteps];
const watchedResources = [
  ...[paymentReceipt, paymentSchedule, adjustment, expenses],
  ...[account, accountTransfer, otherIncome, approval, cheque, drawer, dayClose],
];

/**
 * Eight people, four at each of two servers, send random requests at the same time over connections that are cut at
 * random. Then compares accounts, cheques, drawers and live clients with a model of the accepted requests.
 */
export async function runCashWalk(random: TestRandom, rounds: number): Promise<void> {
  const walk = await openWalk();
  const { model, reader, harness } = walk;
  const outcomes = new Map<string, number>();
  const connectionCutter = new ConnectionCutter(walk.proxies, random);
  let lockedRows = await readLockedRows(reader);
  let closedRecords = await readClosedRecords(reader);
  for (let round = 0; round < rounds; round++) {
    if (round === Math.floor(rounds / 3)) await closeDrawersAndDay(3, Array<CashStep>(4).fill(voidReceipt));
    // The next day begins in the middle of the walk.
    if (round === Math.floor(rounds / 2)) startNextDay();
    await runRound();
    if (round % 10 === 9) await expectAccounts(walk);
  }
  await closeDrawersAndDay(walk.people.length);
  await expectAccounts(walk);
  await expectAccountingEquation(walk);
  await expectDrawers(walk);
  await expectDayCloses(reader);
  await expectLiveClients(walk);
  expect(await walk.harness.portal.checkTotals()).toEqual([]);
  console.log(Object.fromEntries([...outcomes].sort()), { cuts: connectionCutter.cutCount });

  /** Everybody sends one request at the same time: the first people those of `firstSteps`, the others random ones. */
  async function runRound(firstSteps: readonly CashStep[] = []): Promise<Reply[]> {
    const operations = chooseOperations(walk, random, firstSteps);
    const usernameOf = (index: number) => walk.people[index]?.username ?? "";
    model.changingDrawers = new Set(
      operations.flatMap(({ name }, index) => (/^(open|close) drawer$/.test(name) ? [usernameOf(index)] : [])),
    );
    connectionCutter.start();
    const replies = await Promise.all(operations.map((operation, index) => send(walk, operation, index)));
    await connectionCutter.stop();
    for (const [index, reply] of replies.entries()) {
      const operation = operations[index];
      operation?.apply(model, reply, usernameOf(index));
      const outcome = `${operation?.name} ${reply.status}`;
      outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
      expect(reply.status, JSON.stringify(reply.body)).toBeLessThan(500);
    }
    await applyDecisions(walk);
    await resolveUncertainChanges(walk);
    await applyVoids(walk);
    await expectCheques(walk);
    lockedRows = await expectLockedRows(reader, lockedRows);
    closedRecords = await expectClosedRecordsUnchanged(reader, closedRecords);
    return replies;
  }

  /**
   * Closes all drawers. Then `count` people close the day at once, and one of them succeeds; the others run
   * `otherSteps`.
   */
  async function closeDrawersAndDay(count: number, otherSteps: readonly CashStep[] = []): Promise<void> {
    model.isClosingDay = true;
    await runRound(walk.people.map(() => closeOwnDrawer));
    expect([...model.openDrawers]).toEqual([]);
    const replies = await runRound([...Array<CashStep>(count).fill(closeDay), ...otherSteps]);
    expect(replies.slice(0, count).filter(({ status }) => status === 200)).toHaveLength(1);
    model.isClosingDay = false;
  }

  function startNextDay(): void {
    harness.clock.set("2026-11-15T19:05:00Z");
    model.today = "2026-11-16";
  }
}

type Walk = Awaited<ReturnType<typeof openWalk>>;

async function openWalk() {
  const harness = await openHarness();
  const { admin, portal, society, clock, createPlot, createSchedule } = harness;
  // Half an hour before midnight in society time.
  clock.set("2026-11-15T18:30:00Z");
  const second = await portal.startAnotherServer();
  const adminRole = (await admin.list(role)).find(({ RoleName }) => RoleName === "Admin");
  // All users get the role Admin. The second "admin" is the same user in another window.
  const usernames = ["admin", "manager", "clerk", "ali", "sana", "dashboardReader", "nobody", "admin"] as const;
  for (const name of usernames.slice(1, 7)) await harness.changeUser(name, { RoleID: adminRole?.RoleID ?? 0 });
  const houses = [society.aliPlot, society.sanaPlot];
  for (let number = 3; number <= 8; number++) houses.push(await createPlot({ HouseNo: `A-${number}` }));
  const { rows } = await createSchedule({ plots: houses.map(({ PlotID }) => PlotID) });
  const accountIds: number[] = [cashAccountId];
  for (const [AccountName, Kind] of [
    ["HBL", "bank"],
    ["JazzCash", "wallet"],
  ] as const) {
    const form = { AccountName, Kind, OpeningBalance: 1000, OpeningDate: "2026-08-01" };
    accountIds.push(parseRecord(account, await admin.post("/account", form)).AccountID);
  }
  const [, bank, wallet] = accountIds;
  assertOk(await admin.put("/society", { Name: "S", MethodAccounts: { "Bank Transfer": bank, Online: wallet } }));
  await setLimits(admin, societyLimits);
  const proxies = [await FaultyProxy.open(portal.url), await FaultyProxy.open(() => second.url)];
  const handles = proxies.map((proxy) => ({
    url: () => proxy.url,
    now: harness.clock.now,
    renameUser: async () => undefined,
  }));
  const people = usernames.flatMap((username, index) => {
    const handle = handles[index % 2];
    return handle ? new Person({ username, portal: handle }) : [];
  });
  for (const person of people) await person.signIn();
  const token = (await admin.token()) ?? "";
  const clients = await Promise.all(
    proxies.map(({ url }) => ModelClient.open({ url, token, resources: watchedResources })),
  );
  const model: CashModel = {
    today: "2026-11-15",
    accountIds,
    houses,
    scheduleIds: rows.map(({ PaymentScheduleID }) => PaymentScheduleID),
    movements: new Map(),
    drawers: new Map(),
    openDrawers: new Map(),
    changingDrawers: new Set(),
    unreadVoids: new Set(),
    uncertainKeys: new Set(),
    isClosingDay: false,
    cheques: new Map(),
    pending: [],
    blockedKeys: new Set(),
    tagCount: 0,
  };
  return { harness, model, people, proxies, clients, token, reader: admin, secondReader: second.person("admin") };
}

/** Steps that several people may run on one record at once. */
const sharedSteps: ReadonlySet<string> = new Set(["deposit", "void receipt"]);

/** One operation for each person; no two change the same record, except by the shared steps. */
function chooseOperations(
  { model, people }: Walk,
  random: TestRandom,
  firstSteps: readonly CashStep[],
): CashOperation[] {
  const operations: CashOperation[] = [];
  const stepNameByKey = new Map<string, string>();
  while (operations.length < people.length) {
    const { username = "" } = people[operations.length] ?? {};
    const operation =
      firstSteps[operations.length]?.(model, random, username) ?? random.pick(allSteps)(model, random, username);
    if (!operation) continue;
    const { name, keys = [] } = operation;
    const isFree = (key: string) =>
      !stepNameByKey.has(key) || (sharedSteps.has(name) && stepNameByKey.get(key) === name);
    if (keys.some((key) => model.blockedKeys.has(key) || !isFree(key))) continue;
    for (const key of keys) stepNameByKey.set(key, name);
    operations.push(operation);
  }
  return operations;
}

/**
 * Sends the request until it is answered, as the web client does: a POST with the same idempotency key each time.
 * Blocks the keys of any other request that had to be repeated, because its earlier attempt may still run.
 */
async function send({ people, model }: Walk, operation: CashOperation, index: number): Promise<Reply> {
  const { method, path, body, keys = [] } = operation;
  const headers: Record<string, string> = method === "POST" ? { "idempotency-key": randomUUID() } : {};
  const person = people[index];
  for (let attempt = 0; ; attempt++)
    try {
      if (!person) throw new Error("There is no person");
      return await person.send({ method, path, body, headers });
    } catch (error) {
      if (attempt > 200) throw error;
      if (method !== "POST") for (const key of keys) model.blockedKeys.add(key);
    }
}

const cutIntervalMs = 20;

/** Cuts connections at random while it runs. */
class ConnectionCutter {
  cutCount = 0;
  readonly #proxies: readonly FaultyProxy[];
  readonly #random: TestRandom;
  #isRunning = false;
  #loop: Promise<void> = Promise.resolve();

  constructor(proxies: readonly FaultyProxy[], random: TestRandom) {
    this.#proxies = proxies;
    this.#random = random;
  }

  start(): void {
    this.#isRunning = true;
    this.#loop = this.#run();
  }

  stop(): Promise<void> {
    this.#isRunning = false;
    return this.#loop;
  }

  async #run(): Promise<void> {
    while (this.#isRunning) {
      for (const connection of this.#proxies.flatMap(({ connections }) => connections))
        if (this.#random.chance(0.04)) {
          connection.cut();
          this.cutCount++;
        }
      await pause(cutIntervalMs);
    }
  }
}

/** Applies the approved requests to the model and removes all decided ones from it. */
async function applyDecisions({ model, reader }: Walk): Promise<void> {
  const states = new Map((await reader.list(approval)).map(({ ApprovalID, State }) => [ApprovalID, State]));
  const decided = model.pending.filter(({ approvalId }) => states.get(approvalId) !== "pending");
  model.pending = model.pending.filter((request) => !decided.includes(request));
  for (const { approvalId, apply } of decided) if (states.get(approvalId) === "approved") await apply(model, reader);
}

/** The state of the month lock, and the rows of the locked months. */
async function readLockedRows(reader: Person) {
  const state = assertOk(await reader.get("/month-lock")).body.data as { LockedThrough: string | null; At: string };
  return { state, rows: state.LockedThrough === null ? [] : await readDatedRows(reader, state.LockedThrough) };
}

/** Asserts that no row of the locked months has changed, unless the lock has. Returns the rows as they are now. */
async function expectLockedRows(reader: Person, before: Awaited<ReturnType<typeof readLockedRows>>) {
  const now = await readLockedRows(reader);
  if (isDeepStrictEqual(now.state, before.state)) expect(now.rows).toEqual(before.rows);
  return now;
}

/** Asserts that both servers have exactly the movements of the model in each account. */
async function expectAccounts({ model, reader, secondReader }: Walk): Promise<void> {
  for (const person of [reader, secondReader])
    for (const accountId of model.accountIds) {
      const path = `/cash-book?account=${accountId}&from=2026-08-01&to=${model.today}`;
      const book = cashBookRecord.parse(assertOk(await person.get(path)).body.data);
      const expected = [...model.movements.values()].filter((movement) => movement.accountId === accountId);
      const entries = book.entries.map((entry) => [entry.Date, inPaisa(entry.In) - inPaisa(entry.Out)]);
      expect(entries.map(String).sort()).toEqual(expected.map(({ date, amount }) => `${date},${amount}`).sort());
      const sum = expected.reduce((total, { amount }) => total + amount, 0);
      expect(inPaisa(book.closing)).toBe(inPaisa(book.opening) + sum);
    }
}

/** Asserts that each cheque has the state of the model. Adds the ids of new cheques to the model. */
async function expectCheques({ model, reader }: Walk): Promise<void> {
  const rows = await reader.list(cheque);
  for (const { PaymentReceiptID, ChequeID } of rows) {
    const received = model.cheques.get(PaymentReceiptID);
    if (received) received.chequeId = ChequeID;
  }
  const expected = [...model.cheques.values()].map(
    ({ receiptId, state, amount }) => [receiptId, state, amount] as const,
  );
  const actual = rows.map((row) => [row.PaymentReceiptID, row.State, inPaisa(row.Amount)] as const);
  // The cheque of a voided receipt stays in the list with the state returned.
  const counted = actual.filter(([id, state]) => model.cheques.has(id) || state !== "returned");
  const byReceipt = ([a]: readonly [number, ...unknown[]], [b]: readonly [number, ...unknown[]]) => a - b;
  expect(counted.toSorted(byReceipt)).toEqual(expected.toSorted(byReceipt));
}

/** Asserts: accounts + cheques in hand = receipts + ticks + other income − refunds − expenses. */
async function expectAccountingEquation({ reader, model }: Walk): Promise<void> {
  const balances = assertOk(await reader.get("/cash-book/balances")).body.data as { Balance: number }[];
  const balance = balances.reduce((total, { Balance }) => total + inPaisa(Balance), 0);
  const openingBalance = (await reader.list(account)).reduce((total, row) => total + inPaisa(row.OpeningBalance), 0);
  const sum = (amounts: readonly number[]) => amounts.reduce((total, rupees) => total + inPaisa(rupees), 0);
  const inHand = (await reader.list(cheque)).filter(({ State }) => State === "in-hand");
  const receipts = (await reader.list(paymentReceipt)).filter(
    ({ ChequeState }) => ChequeState !== "bounced" && ChequeState !== "returned",
  );
  const received = sum(receipts.map(({ AmountPaid }) => AmountPaid));
  const ticked = sum((await reader.list(paymentSchedule)).map(({ TickedAmount }) => TickedAmount));
  const earned = sum((await reader.list(otherIncome)).map(({ Amount }) => Amount));
  const refunds = (await reader.list(adjustment)).filter(({ Kind }) => Kind === "refund");
  const spent = sum((await reader.list(expenses)).map(({ Amount }) => Amount));
  const uncleared = sum(inHand.map(({ Amount }) => Amount));
  const refunded = sum(refunds.map(({ Amount }) => Amount));
  expect(balance - openingBalance + uncleared).toBe(received + ticked + earned - refunded - spent);
  expect(model.movements.size).toBeGreaterThan(0);
}

/** Asserts that the live clients, whose connections were cut too, have the same records as a new request. */
async function expectLiveClients({ clients, token, harness }: Walk): Promise<void> {
  const expected = await readState({ url: harness.portal.url(), token, resources: watchedResources });
  for (const client of clients) {
    await expect
      .poll(() => isDeepStrictEqual(client.state, expected), { interval: 20 })
      .toBe(true)
      .catch(() => expect(client.state).toEqual(expected));
    expect(client.violations).toEqual([]);
    client.close();
  }
}
