import fc from "fast-check";
import { expect } from "vitest";
import { addDays, addMonths, type Day, dayOfMonth, monthOf, monthsBetween, societyToday } from "../../shared/dates.ts";
import type { RecordOf } from "../../shared/registry.ts";
import { paymentPlan } from "../../shared/resources/payment-plan.ts";
import { paymentReceipt } from "../../shared/resources/payment-receipt.ts";
import { paymentSchedule } from "../../shared/resources/payment-schedule.ts";
import type { plot } from "../../shared/resources/plot.ts";
import type { Clock } from "./clock.ts";
import { Ledger, type ModelReceipt } from "./ledger.ts";
import type { Person } from "./person.ts";
import { accepted, recordIn } from "./reply.ts";

/** In paisa: what each installment charges. */
const terms = { amount: 100_000, penalty: 9_995, grace: 5 };

/** The same as a service charge says it. */
export const rateTerms = { FloorRate: 1000, IsPenaltyApply: true, PenaltyAmount: 99.95, GracePeriodDays: 5 };

/** The portal, as far as the steps need it. */
export interface Office {
  admin: Person;
  clock: Clock;
  runJobs: () => Promise<void>;
  houses: readonly RecordOf<typeof plot>[];
  RateID: number;
}

/** What the portal should hold. */
export class Books {
  readonly ledgers: Ledger[];
  readonly dues: Day[];
  today: Day;
  planId: number | undefined;

  /** Half a year of charges, three months of which are over. */
  constructor(houses: number, today: Day) {
    this.ledgers = Array.from({ length: houses }, () => new Ledger());
    this.today = today;
    this.dues = monthsAround(today).map((month) => dayOfMonth({ ...month, day: 10 }));
  }
}

/** The months that the charges of these steps are for. */
export function monthsAround(today: Day) {
  return monthsBetween(addMonths(monthOf(today), -2), addMonths(monthOf(today), 3));
}

type Step = fc.AsyncCommand<Books, Office>;

const at = fc.nat(2);
const paisa = fc.integer({ min: 1, max: 350_000 });
/** From a few days ahead to long ago. */
const daysAgo = fc.integer({ min: -3, max: 70 });
const which = fc.nat(17);

/** All that an office does with money. */
export const moneySteps: fc.Arbitrary<Step>[] = [
  fc.subarray([0, 1, 2], { minLength: 1 }).map((chosen) => step("generate", [chosen], generate)),
  fc.tuple(at, paisa, daysAgo).map((args) => step("receive", args, receive)),
  fc.tuple(at, fc.constantFrom(100_000, 109_995, 200_000), daysAgo).map((args) => step("receive", args, receive)),
  fc.tuple(which, at, paisa, daysAgo).map((args) => step("change", args, change)),
  which.map((args) => step("void", [args], voidOne)),
  fc.tuple(at, fc.nat(5)).map((args) => step("tick", args, tick)),
  fc.tuple(at, fc.nat(5)).map((args) => step("untick", args, untick)),
  fc.constant(step("revoke", [], revoke)),
  fc.integer({ min: 1, max: 25 }).map((days) => step("pass", [days], pass)),
];

function step<Args extends unknown[]>(
  name: string,
  args: Args,
  act: (told: { books: Books; office: Office }, ...args: Args) => Promise<void>,
): Step {
  return {
    check: () => true,
    run: (books, office) => act({ books, office }, ...args),
    toString: () => `${name}(${JSON.stringify(args).slice(1, -1)})`,
  };
}

interface Told {
  books: Books;
  office: Office;
}

async function generate({ books, office: { admin, houses, RateID } }: Told, chosen: number[]): Promise<void> {
  books.planId ??= recordIn(paymentPlan, await admin.post("/payment-plan", { RateID })).PaymentPlanID;
  const PlotIDs = chosen.map((index) => houses[index]?.PlotID);
  const { planId: PaymentPlanID } = books;
  const answer = accepted(await admin.post("/payment-schedule", { RateID, PaymentPlanID, PlotIDs }));
  let made = 0;
  for (const index of chosen) {
    const [ledger, house] = [books.ledgers[index], houses[index]];
    if (!ledger || ledger.rows.length > 0) continue;
    const ids = (await admin.list(paymentSchedule, `?plot=${house?.PlotID}`)).map((row) => row.PaymentScheduleID);
    ledger.rows = books.dues.map((due, number) => ({
      ...{ id: ids[number] ?? 0, due, ...terms, bears: false },
      ...{ ticked: 0, tickedOn: null, paidOn: null },
    }));
    ledger.settle(books.today);
    made += books.dues.length;
  }
  expect(answer.body.data).toBe(made);
}

async function receive(told: Told, house: number, amount: number, ago: number): Promise<void> {
  const { books, office } = told;
  const date = addDays(books.today, -ago);
  const made = recordIn(paymentReceipt, await office.admin.post("/payment-receipt", form(office, house, amount, date)));
  const receipt = { id: made.PaymentReceiptID, amount, date };
  const ledger = ledgerOf(books, house);
  ledger.receipts.push(receipt);
  ledger.settle(books.today);
  expectReceipt(made, { ledger, receipt });
}

async function change({ books, office }: Told, index: number, house: number, amount: number, ago: number) {
  const found = pick(books, index);
  if (!found) return;
  const date = addDays(books.today, -ago);
  const { id } = found.receipt;
  const answer = await office.admin.put(`/payment-receipt/${id}`, form(office, house, amount, date));
  const receipt = { id, amount, date };
  const [before, after] = [found.ledger, ledgerOf(books, house)];
  const isSame = before === after && found.receipt.amount === amount && found.receipt.date === date;
  if (!isSame) {
    before.takeBack(found.receipt);
    before.receipts = before.receipts.filter((other) => other !== found.receipt);
    after.receipts.push(receipt);
    for (const ledger of new Set([before, after])) ledger.settle(books.today);
  }
  expectReceipt(recordIn(paymentReceipt, answer), { ledger: after, receipt: isSame ? found.receipt : receipt });
}

async function voidOne({ books, office }: Told, index: number): Promise<void> {
  const found = pick(books, index);
  if (!found) return;
  const { ledger, receipt } = found;
  accepted(await office.admin.delete(`/payment-receipt/${receipt.id}`));
  ledger.takeBack(receipt);
  ledger.receipts = ledger.receipts.filter((other) => other !== receipt);
  ledger.settle(books.today);
}

async function tick({ books, office }: Told, house: number, index: number): Promise<void> {
  const ledger = ledgerOf(books, house);
  const row = ledger.rows[index];
  if (!row) return;
  const { status } = await office.admin.put(`/payment-schedule/${row.id}`, { IsPaid: 1 });
  expect(status).toBe(ledger.isPaidByReceipts(row) ? 409 : 200);
  if (!ledger.isPaid(row)) ledger.tick(row, books.today);
}

async function untick({ books, office }: Told, house: number, index: number): Promise<void> {
  const ledger = ledgerOf(books, house);
  const row = ledger.rows[index];
  if (!row) return;
  const { status } = await office.admin.put(`/payment-schedule/${row.id}`, { IsPaid: 0 });
  expect(status).toBe(ledger.isPaidByReceipts(row) ? 409 : 200);
  if (!ledger.isPaid(row) || row.ticked === 0) return;
  ledger.untick(row);
  ledger.settle(books.today);
}

async function revoke({ books, office }: Told): Promise<void> {
  if (books.planId === undefined) return;
  const isUsed = books.ledgers.some((ledger) => ledger.rows.some((row) => ledger.received(row) > 0));
  expect((await office.admin.delete(`/payment-plan/${books.planId}`)).status).toBe(isUsed ? 409 : 200);
  if (isUsed) return;
  books.planId = undefined;
  for (const ledger of books.ledgers) ledger.rows = [];
}

async function pass({ books, office }: Told, days: number): Promise<void> {
  office.clock.pass(days * 24 * 60);
  books.today = societyToday(office.clock.now());
  await office.runJobs();
  for (const ledger of books.ledgers) ledger.penalise(books.today);
}

function form({ houses }: Office, house: number, amount: number, PaymentDate: Day) {
  return { HouseNo: houses[house]?.HouseNo, AmountPaid: amount / 100, PaymentDate, PaymentMethod: "Cash" };
}

function ledgerOf({ ledgers }: Books, house: number): Ledger {
  const ledger = ledgers[house];
  if (!ledger) throw new Error(`There is no house ${house}`);
  return ledger;
}

function pick({ ledgers }: Books, index: number): { ledger: Ledger; receipt: ModelReceipt } | undefined {
  const all = ledgers.flatMap((ledger) => ledger.receipts.map((receipt) => ({ ledger, receipt })));
  return all[index % Math.max(1, all.length)];
}

/** The answer to a receipt shows at once what became of it. */
export function expectReceipt(
  record: RecordOf<typeof paymentReceipt>,
  { ledger, receipt }: { ledger: Ledger; receipt: ModelReceipt },
): void {
  const given = new Map<number, number>();
  for (const { row, amount } of ledger.portions.filter((portion) => portion.receipt === receipt))
    given.set(row.id, (given.get(row.id) ?? 0) + amount);
  const shown = new Map(record.Allocations.map((part) => [part.PaymentScheduleID, inPaisa(part.Amount)]));
  expect({
    id: record.PaymentReceiptID,
    amount: inPaisa(record.AmountPaid),
    date: record.PaymentDate,
    given: [...shown].sort(byId),
    credit: inPaisa(record.Credit),
    penalty: inPaisa(record.PenaltyAmount),
    applied: record.PenaltyApplied,
  }).toEqual({
    ...receipt,
    given: [...given].sort(byId),
    credit: ledger.credit(receipt),
    penalty: ledger.penaltyIn(receipt),
    applied: ledger.penaltyIn(receipt) > 0 ? 1 : 0,
  });
}

export function inPaisa(rupees: number): number {
  return Math.round(rupees * 100);
}

function byId([a]: [number, number], [b]: [number, number]): number {
  return a - b;
}
