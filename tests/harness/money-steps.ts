import fc from "fast-check";
import { expect } from "vitest";
import { addDays, addMonths, type Day, dayOfMonth, monthOf, monthsBetween, societyToday } from "../../shared/dates.ts";
import type { RecordOf } from "../../shared/registry.ts";
import { paymentPlan } from "../../shared/resources/payment-plan.ts";
import { paymentReceipt } from "../../shared/resources/payment-receipt.ts";
import { paymentSchedule } from "../../shared/resources/payment-schedule.ts";
import type { plot } from "../../shared/resources/plot.ts";
import type { Clock } from "./clock.ts";
import { ModelLedger, type ModelReceipt } from "./model-ledger.ts";
import type { Person } from "./person.ts";
import { assertOk, parseRecord } from "./reply.ts";

/** The terms of each installment; amount and penalty in paisa, grace in days. */
const modelTerms = { amount: 100_000, penalty: 9_995, graceDays: 5 };

/** The same terms as a service charge, in rupees. */
export const rateTerms = { FloorRate: 1000, IsPenaltyApply: true, PenaltyAmount: 99.95, GracePeriodDays: 5 };

/** What the steps need from the portal. */
export interface MoneyPortal {
  admin: Person;
  clock: Clock;
  runJobs: () => Promise<void>;
  houses: readonly RecordOf<typeof plot>[];
  RateID: number;
}

/** The expected state of the portal. */
export class MoneyModel {
  readonly ledgers: ModelLedger[];
  readonly dueDates: Day[];
  today: Day;
  planId: number | undefined;

  /** Six monthly charges, from two months before `today` to three after it. */
  constructor(houses: number, today: Day) {
    this.ledgers = Array.from({ length: houses }, () => new ModelLedger());
    this.today = today;
    this.dueDates = monthsAround(today).map((month) => dayOfMonth({ ...month, day: 10 }));
  }
}

/** The months that these steps charge: two before the month of `today`, to three after it. */
export function monthsAround(today: Day) {
  return monthsBetween(addMonths(monthOf(today), -2), addMonths(monthOf(today), 3));
}

type Step = fc.AsyncCommand<MoneyModel, MoneyPortal>;

const houseIndex = fc.nat(2);
const paisaAmount = fc.integer({ min: 1, max: 350_000 });
const daysAgo = fc.integer({ min: 0, max: 70 });
const receiptIndex = fc.nat(17);

/** Random steps: everything that users can do with money. */
export const moneySteps: fc.Arbitrary<Step>[] = [
  fc.subarray([0, 1, 2], { minLength: 1 }).map((chosen) => step("generate", [chosen], generate)),
  fc.tuple(houseIndex, paisaAmount, daysAgo).map((args) => step("receive", args, createReceipt)),
  fc
    .tuple(houseIndex, fc.constantFrom(100_000, 109_995, 200_000), daysAgo)
    .map((args) => step("receive", args, createReceipt)),
  fc.tuple(receiptIndex, houseIndex, paisaAmount, daysAgo).map((args) => step("change", args, updateReceipt)),
  receiptIndex.map((args) => step("void", [args], voidReceipt)),
  fc.tuple(houseIndex, fc.nat(5)).map((args) => step("tick", args, tick)),
  fc.tuple(houseIndex, fc.nat(5)).map((args) => step("untick", args, untick)),
  fc.constant(step("revoke", [], revoke)),
  fc.integer({ min: 1, max: 25 }).map((days) => step("advance", [days], advanceDays)),
];

function step<Args extends unknown[]>(
  name: string,
  args: Args,
  act: (context: StepContext, ...args: Args) => Promise<void>,
): Step {
  return {
    check: () => true,
    run: (model, portal) => act({ model, portal }, ...args),
    toString: () => `${name}(${JSON.stringify(args).slice(1, -1)})`,
  };
}

interface StepContext {
  model: MoneyModel;
  portal: MoneyPortal;
}

async function generate(
  { model, portal: { admin, houses, RateID } }: StepContext,
  houseIndexes: number[],
): Promise<void> {
  model.planId ??= parseRecord(paymentPlan, await admin.post("/payment-plan", { RateID })).PaymentPlanID;
  const PlotIDs = houseIndexes.map((index) => houses[index]?.PlotID);
  const { planId: PaymentPlanID } = model;
  const reply = assertOk(await admin.post("/payment-schedule", { RateID, PaymentPlanID, PlotIDs }));
  let generatedCount = 0;
  for (const index of houseIndexes) {
    const [ledger, house] = [model.ledgers[index], houses[index]];
    if (!ledger || ledger.rows.length > 0) continue;
    const ids = (await admin.list(paymentSchedule, `?plot=${house?.PlotID}`)).map((row) => row.PaymentScheduleID);
    ledger.rows = model.dueDates.map((dueDate, number) => ({
      ...{ id: ids[number] ?? 0, dueDate, ...modelTerms, penaltyApplied: false },
      ...{ ticked: 0, tickedOn: null, paidOn: null },
    }));
    ledger.settle(model.today);
    generatedCount += model.dueDates.length;
  }
  expect(reply.body.data).toBe(generatedCount);
}

async function createReceipt(context: StepContext, house: number, amount: number, ago: number): Promise<void> {
  const { model, portal } = context;
  const date = addDays(model.today, -ago);
  const created = parseRecord(
    paymentReceipt,
    await portal.admin.post("/payment-receipt", receiptForm(portal, house, amount, date)),
  );
  const receipt = { id: created.PaymentReceiptID, amount, date };
  const ledger = ledgerOf(model, house);
  ledger.receipts.push(receipt);
  ledger.settle(model.today);
  expectReceipt(created, { ledger, receipt });
}

async function updateReceipt(
  { model, portal }: StepContext,
  index: number,
  house: number,
  amount: number,
  ago: number,
) {
  const picked = pickReceipt(model, index);
  if (!picked) return;
  const date = addDays(model.today, -ago);
  const { id } = picked.receipt;
  const reply = await portal.admin.put(`/payment-receipt/${id}`, receiptForm(portal, house, amount, date));
  const receipt = { id, amount, date };
  const [before, after] = [picked.ledger, ledgerOf(model, house)];
  const isSame = before === after && picked.receipt.amount === amount && picked.receipt.date === date;
  if (!isSame) {
    before.reverseAllocations(picked.receipt);
    before.receipts = before.receipts.filter((other) => other !== picked.receipt);
    after.receipts.push(receipt);
    for (const ledger of new Set([before, after])) ledger.settle(model.today);
  }
  expectReceipt(parseRecord(paymentReceipt, reply), { ledger: after, receipt: isSame ? picked.receipt : receipt });
}

async function voidReceipt({ model, portal }: StepContext, index: number): Promise<void> {
  const picked = pickReceipt(model, index);
  if (!picked) return;
  const { ledger, receipt } = picked;
  assertOk(await portal.admin.delete(`/payment-receipt/${receipt.id}`));
  ledger.reverseAllocations(receipt);
  ledger.receipts = ledger.receipts.filter((other) => other !== receipt);
  ledger.settle(model.today);
}

async function tick({ model, portal }: StepContext, house: number, index: number): Promise<void> {
  const ledger = ledgerOf(model, house);
  const row = ledger.rows[index];
  if (!row) return;
  const { status } = await portal.admin.put(`/payment-schedule/${row.id}`, { IsPaid: 1 });
  if (ledger.undoUntick(row)) {
    expect(status).toBe(200);
    ledger.settle(model.today);
    return;
  }
  expect(status).toBe(ledger.isPaidByReceipts(row) ? 409 : 200);
  if (!ledger.isPaid(row)) ledger.tick(row, model.today);
}

async function untick({ model, portal }: StepContext, house: number, index: number): Promise<void> {
  const ledger = ledgerOf(model, house);
  const row = ledger.rows[index];
  if (!row) return;
  const { status } = await portal.admin.put(`/payment-schedule/${row.id}`, { IsPaid: 0 });
  expect(status).toBe(ledger.isPaidByReceipts(row) ? 409 : 200);
  if (row.ticked === 0) return;
  ledger.untick(row);
  ledger.settle(model.today);
}

async function revoke({ model, portal }: StepContext): Promise<void> {
  if (model.planId === undefined) return;
  const hasPayments = model.ledgers.some((ledger) => ledger.rows.some((row) => ledger.received(row) > 0));
  expect((await portal.admin.delete(`/payment-plan/${model.planId}`)).status).toBe(hasPayments ? 409 : 200);
  if (hasPayments) return;
  model.planId = undefined;
  for (const ledger of model.ledgers) ledger.rows = [];
}

async function advanceDays({ model, portal }: StepContext, days: number): Promise<void> {
  portal.clock.advance(days * 24 * 60);
  model.today = societyToday(portal.clock.now());
  await portal.runJobs();
  for (const ledger of model.ledgers) {
    ledger.applyPenalties(model.today);
    for (const row of ledger.rows) row.unticked = undefined;
  }
}

function receiptForm({ houses }: MoneyPortal, house: number, amount: number, PaymentDate: Day) {
  return { HouseNo: houses[house]?.HouseNo, AmountPaid: amount / 100, PaymentDate, PaymentMethod: "Cash" };
}

function ledgerOf({ ledgers }: MoneyModel, house: number): ModelLedger {
  const ledger = ledgers[house];
  if (!ledger) throw new Error(`There is no house ${house}`);
  return ledger;
}

function pickReceipt(
  { ledgers }: MoneyModel,
  index: number,
): { ledger: ModelLedger; receipt: ModelReceipt } | undefined {
  const all = ledgers.flatMap((ledger) => ledger.receipts.map((receipt) => ({ ledger, receipt })));
  return all[index % Math.max(1, all.length)];
}

/** Asserts that the response shows the allocations, credit and penalty of the model. */
export function expectReceipt(
  record: RecordOf<typeof paymentReceipt>,
  { ledger, receipt }: { ledger: ModelLedger; receipt: ModelReceipt },
): void {
  const expectedAllocations = new Map<number, number>();
  for (const { row, amount } of ledger.allocations.filter((allocation) => allocation.receipt === receipt))
    expectedAllocations.set(row.id, (expectedAllocations.get(row.id) ?? 0) + amount);
  const actualAllocations = new Map(
    record.Allocations.map((part) => [part.PaymentScheduleID ?? 0, inPaisa(part.Amount)]),
  );
  expect({
    id: record.PaymentReceiptID,
    amount: inPaisa(record.AmountPaid),
    date: record.PaymentDate,
    allocations: [...actualAllocations].sort(byId),
    credit: inPaisa(record.Credit),
    penalty: inPaisa(record.PenaltyAmount),
    applied: record.PenaltyApplied,
  }).toEqual({
    ...receipt,
    allocations: [...expectedAllocations].sort(byId),
    credit: ledger.credit(receipt),
    penalty: ledger.penaltyPaidBy(receipt),
    applied: ledger.penaltyPaidBy(receipt) > 0 ? 1 : 0,
  });
}

/** Paisa of an amount in rupees, computed without the code under test. */
export function inPaisa(rupees: number): number {
  return Math.round(rupees * 100);
}

function byId([a]: [number, number], [b]: [number, number]): number {
  return a - b;
}
