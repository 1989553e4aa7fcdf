import { expect } from "vitest";
import { z } from "zod";
import { addDays, addMonths, type Day, daysBetween, monthKey, monthOf } from "../../shared/dates.ts";
import { ageingRecord } from "../../shared/endpoints/ageing.ts";
import { houseBalanceSchema } from "../../shared/endpoints/balance.ts";
import { statementRecord } from "../../shared/endpoints/statement.ts";
import type { RecordOf } from "../../shared/registry.ts";
import type { adjustment } from "../../shared/resources/adjustment.ts";
import type { expenses } from "../../shared/resources/expenses.ts";
import type { paymentReceipt } from "../../shared/resources/payment-receipt.ts";
import type { paymentSchedule } from "../../shared/resources/payment-schedule.ts";
import type { plot } from "../../shared/resources/plot.ts";
import type { receivables } from "../../shared/resources/receivables.ts";
import type { withdrawnInstallment } from "../../shared/resources/withdrawn-installment.ts";
import {
  amountAfterWaivers,
  creditOf,
  dueOf,
  isPaid,
  type ModelItem,
  outstandingOf,
  paidOn,
  penaltyPaidBy,
  receivedOf,
  sortedItems,
  totalCredit,
} from "./model-ledger.ts";
import { inPaisa, type ModelHouse, type WalkState } from "./money-model.ts";
import type { Person } from "./person.ts";
import { assertOk } from "./reply.ts";

/** ReceivableID of a charge minus its AdjustmentID; ReceivableIDs of installments are lower than this. */
const chargeIdOffset = 1_000_000_000;
const endOfTime = "2199-12-31";

/** Compares the balance on the house page (the items that the house owes, and its credit) with the model. */
export async function expectBalance(user: Person, house: ModelHouse): Promise<void> {
  const { data } = assertOk(await user.get(`/plot/${house.plotId}/balance`)).body;
  const { due, credit, items } = houseBalanceSchema.parse(data);
  for (const item of house.items) expect(receivedOf(house, item)).toBeLessThanOrEqual(dueOf(item));
  const open = sortedItems(house).filter((item) => !isPaid(house, item));
  const listed = items.map((item) => [
    ...[item.kind, item.id, item.DueDate],
    ...[item.Amount, item.PenaltyAmount, item.Received, item.Due].map(inPaisa),
  ]);
  expect([house.houseNo, inPaisa(due), inPaisa(credit), listed]).toEqual([
    house.houseNo,
    open.reduce((sum, item) => sum + outstandingOf(house, item), 0),
    totalCredit(house),
    open.map((item) => [
      ...[item.kind, item.id, item.dueDate, amountAfterWaivers(item), dueOf(item) - amountAfterWaivers(item)],
      ...[receivedOf(house, item), outstandingOf(house, item)],
    ]),
  ]);
}

/** The lists of a server, by resource. */
interface Lists {
  plots: readonly RecordOf<typeof plot>[];
  schedule: readonly RecordOf<typeof paymentSchedule>[];
  receivables: readonly RecordOf<typeof receivables>[];
  receipts: readonly RecordOf<typeof paymentReceipt>[];
  adjustments: readonly RecordOf<typeof adjustment>[];
  withdrawn: readonly RecordOf<typeof withdrawnInstallment>[];
  expenses: readonly RecordOf<typeof expenses>[];
}

/**
 * Compares what this server reads from the database with the model: all lists, and the house pages of the last walk.
 */
export async function expectRecords(user: Person, walks: readonly WalkState[], lists: Lists): Promise<void> {
  expectLists(lists, walks);
  for (const house of walks.at(-1)?.houses ?? []) {
    await expectBalance(user, house);
    await expectStatement(user, house, walks[0]?.today ?? "");
  }
}

/** Compares the sums that this server keeps with the model, and the reports of all months of the last walk. */
export async function expectSums(user: Person, walks: readonly WalkState[]): Promise<void> {
  const houses = walks.flatMap((walk) => walk.houses.map((house) => ({ walk, house })));
  const today = walks[0]?.today ?? "";
  await expectDashboard(user, walks, today);
  const latest = walks.at(-1);
  const months = new Set(latest?.houses.flatMap(({ items }) => items.map(({ dueDate }) => dueDate.slice(0, 7))));
  for (const { month } of latest?.expenses ?? []) months.add(month);
  for (const month of months) await expectReport(user, walks, month);
  await expectAgeing(user, houses, today);
  await expectWall(user, houses);
}

/** Compares the lists with the model. */
export function expectLists(lists: Lists, walks: readonly WalkState[]): void {
  const houses = walks.flatMap((walk) => walk.houses);
  const rows = houses.flatMap((house) => house.items.map((item) => ({ house, item })));
  expectSameRows(
    "plot",
    lists.plots
      .filter(({ PlotID }) => houses.some(({ plotId }) => plotId === PlotID))
      .map((row) => ({ id: row.PlotID, owner: { name: row.OwnerName, from: row.OwnedFrom } })),
    houses.map(({ plotId, owners }) => ({ id: plotId, owner: owners.at(-1) })),
  );
  expectSameRows(
    "payment-schedule",
    lists.schedule.map((row) => ({
      id: row.PaymentScheduleID,
      plotId: row.PlotID,
      number: row.InstallmentNumber,
      planId: row.PaymentPlanID,
      dueDate: row.DueDate,
      isDuplicate: row.IsDuplicate === 1,
      amount: inPaisa(row.Amount),
      penaltyApplied: row.PenaltyApplied === 1,
      waived: inPaisa(row.WaivedAmount),
      waivedPenalty: inPaisa(row.WaivedPenalty),
      received: inPaisa(row.AmountReceived),
      ticked: inPaisa(row.TickedAmount),
      tickedOn: row.TickedDate,
      isPaid: row.IsPaid === 1,
      paidOn: row.PaidDate,
    })),
    rows
      .filter(({ item }) => item.kind === "installment")
      .map(({ house, item }) => ({
        id: item.id,
        plotId: house.plotId,
        number: item.number,
        planId: item.planId,
        dueDate: item.dueDate,
        isDuplicate: item.isDuplicate,
        amount: item.amount,
        penaltyApplied: item.penaltyApplied,
        waived: item.waived,
        waivedPenalty: item.waivedPenalty,
        received: receivedOf(house, item),
        ticked: item.ticked,
        tickedOn: item.tickedOn,
        isPaid: isPaid(house, item),
        paidOn: paidOn(house, item),
      })),
  );
  expectSameRows(
    "receivables",
    lists.receivables.map((row) => ({
      id: row.ReceivableID,
      plotId: row.PlotID,
      kind: row.Kind,
      month: `${row.Year}-${padMonth(row.Month)}`,
      due: inPaisa(row.Amount),
      received: inPaisa(row.Received),
      isPaid: row.IsPaid === 1,
      paidOn: row.PaidOnDate,
    })),
    rows.map(({ house, item }) => ({
      id: item.kind === "installment" ? item.id : chargeIdOffset + item.id,
      plotId: house.plotId,
      kind: item.kind,
      month: item.dueDate.slice(0, 7),
      due: dueOf(item),
      received: receivedOf(house, item),
      isPaid: isPaid(house, item),
      paidOn: paidOn(house, item),
    })),
  );
  expectSameRows(
    "payment-receipt",
    lists.receipts.map((row) => ({
      id: row.PaymentReceiptID,
      plotId: row.PlotID,
      amount: inPaisa(row.AmountPaid),
      date: row.PaymentDate,
      payer: row.PayerName,
      credit: inPaisa(row.Credit),
      refunded: inPaisa(row.RefundedAmount),
      penalty: inPaisa(row.PenaltyAmount),
      parts: row.Allocations.map((part) => [
        part.PaymentScheduleID ?? -(part.ChargeID ?? 0),
        inPaisa(part.Amount),
      ]).sort(byFirst),
    })),
    houses.flatMap((house) =>
      house.sources
        .filter(({ kind }) => kind === "receipt")
        .map((source) => ({
          id: source.id,
          plotId: house.plotId,
          amount: source.amount,
          date: source.date,
          payer: source.payer,
          credit: creditOf(house, source),
          refunded: source.refunded,
          penalty: penaltyPaidBy(house, source),
          parts: partsOf(house, source),
        })),
    ),
  );
  expectSameRows(
    "adjustment",
    lists.adjustments.map((row) => ({
      id: row.AdjustmentID,
      kind: row.Kind,
      plotId: row.PlotID,
      amount: inPaisa(row.Amount),
      date: row.Date,
      credit: inPaisa(row.Credit),
      refunded: inPaisa(row.RefundedAmount),
      received: inPaisa(row.AmountReceived),
      waived: inPaisa(row.WaivedAmount),
      paidOn: row.PaidDate,
      isPaid: row.IsPaid === 1,
      parts: row.Allocations.map((part) => [
        part.PaymentScheduleID ?? -(part.ChargeID ?? 0),
        inPaisa(part.Amount),
      ]).sort(byFirst),
      funding: row.Funding.map((part) => [part.PaymentReceiptID ?? -(part.AdjustmentID ?? 0), inPaisa(part.Amount)]),
    })),
    houses.flatMap((house) =>
      house.adjustments.map((row) => {
        const charge = house.items.find(({ kind, id }) => kind !== "installment" && id === row.id);
        const holder = houses.find(({ sources }) => row.source && sources.includes(row.source));
        return {
          id: row.id,
          kind: row.kind,
          plotId: house.plotId,
          amount: row.amount,
          date: row.date,
          credit: row.source && holder ? creditOf(holder, row.source) : 0,
          refunded: row.source?.refunded ?? 0,
          received: charge ? receivedOf(house, charge) : 0,
          waived: charge?.waived ?? 0,
          paidOn: charge ? paidOn(house, charge) : null,
          isPaid: charge ? isPaid(house, charge) : true,
          parts: row.source && holder ? partsOf(holder, row.source) : [],
          funding: row.funding.map(({ source, amount }) => [
            source.kind === "receipt" ? source.id : -source.id,
            amount,
          ]),
        };
      }),
    ),
  );
  const withdrawn = lists.withdrawn.map((row) => row.PaymentScheduleID);
  expect(withdrawn.sort(byNumber)).toEqual(walks.flatMap((walk) => walk.withdrawnInstallmentIds).sort(byNumber));
  expectSameRows(
    "expenses",
    lists.expenses.map((row) => ({
      id: row.ExpenseID,
      month: `${row.Year}-${row.Month}`,
      amount: inPaisa(row.Amount),
    })),
    walks.flatMap((walk) => walk.expenses),
  );
}

const period = { total_amount: z.number(), amount_received: z.number(), amount_due: z.number() };
const monthFigures = { month: z.int(), received: z.number(), due: z.number(), notDueYet: z.number() };
const dashboardReply = z.object({
  data: z.array(z.object({ ...period, total_expense: z.number() })),
  months: z.array(z.object({ ...monthFigures, expenses: z.number() })),
  categories: z.array(z.object({ CategoryID: z.int(), received: z.number(), due: z.number() })),
});

async function expectDashboard(user: Person, walks: readonly WalkState[], today: Day): Promise<void> {
  const { data, months, categories } = dashboardReply.parse(assertOk(await user.get("/dashboard/summary")).body);
  const month = monthOf(today);
  const prefixes = [`${month.year}`, monthKey(month), monthKey(addMonths(month, -1)), `${month.year - 1}`];
  const actual = data.map((row) => [row.total_amount, row.amount_received, row.amount_due, row.total_expense]);
  expect(actual.map((row) => row.map(inPaisa))).toEqual(
    prefixes.map((prefix) => {
      const { due, received } = sumsOf(walks, (item) => item.dueDate.startsWith(prefix));
      return [due, received, due - received, expensesOf(walks, prefix)];
    }),
  );
  expect(months.map((row) => [row.received, row.due, row.notDueYet, row.expenses].map(inPaisa))).toEqual(
    months.map((row) => {
      const prefix = `${month.year}-${padMonth(row.month)}`;
      const all = sumsOf(walks, ({ dueDate }) => dueDate.startsWith(prefix));
      const past = sumsOf(walks, ({ dueDate }) => dueDate.startsWith(prefix) && dueDate < today);
      const later = sumsOf(walks, ({ dueDate }) => dueDate.startsWith(prefix) && dueDate >= today);
      return [all.received, past.due - past.received, later.due - later.received, expensesOf(walks, prefix)];
    }),
  );
  for (const row of categories) {
    const walksOfCategory = walks.filter(({ categoryId }) => categoryId === row.CategoryID);
    const { due, received } = sumsOf(walksOfCategory, ({ dueDate }) => dueDate.startsWith(monthKey(month)));
    expect([inPaisa(row.received), inPaisa(row.due)]).toEqual([received, due - received]);
  }
}

const categoryCounts = { paidCount: z.int(), unpaidCount: z.int(), paidAmount: z.number(), unpaidAmount: z.number() };
const reportReply = z.object({
  summary: z.record(z.string(), z.object(categoryCounts)),
  total: z.object({ received: z.number(), due: z.number(), expenses: z.number() }),
});

async function expectReport(user: Person, walks: readonly WalkState[], key: string): Promise<void> {
  const { year, month } = monthOf(`${key}-01`);
  const answer = reportReply.parse(assertOk(await user.post("/generate-report", { month, year })).body);
  const { due, received } = sumsOf(walks, ({ dueDate }) => dueDate.startsWith(key));
  const { total } = answer;
  expect([key, ...[total.received, total.due, total.expenses].map(inPaisa)]).toEqual([
    ...[key, received, due - received, expensesOf(walks, key)],
  ]);
  for (const [name, row] of Object.entries(answer.summary)) {
    const walksOfCategory = walks.filter(({ categoryName }) => categoryName === name);
    const sums = sumsOf(walksOfCategory, ({ dueDate }) => dueDate.startsWith(key));
    const charged = walksOfCategory
      .flatMap((walk) => walk.houses)
      .map((house) => ({ house, items: house.items.filter(({ dueDate }) => dueDate.startsWith(key)) }))
      .filter(({ items }) => items.length > 0);
    const paid = charged.filter(({ house, items }) => items.every((item) => isPaid(house, item))).length;
    expect([name, row.paidCount, row.unpaidCount, inPaisa(row.paidAmount), inPaisa(row.unpaidAmount)]).toEqual([
      ...[name, paid, charged.length - paid, sums.received, sums.due - sums.received],
    ]);
  }
}

interface HouseOfWalk {
  walk: WalkState;
  house: ModelHouse;
}

async function expectAgeing(user: Person, houses: readonly HouseOfWalk[], today: Day): Promise<void> {
  const answer = ageingRecord.parse(assertOk(await user.get("/ageing")).body.data);
  const expected = houses.map(({ walk, house }) => ({ walk, house, ages: agesOf(house, today) }));
  const toPaisa = (row: Readonly<Record<"upTo30" | "upTo60" | "upTo90" | "over90" | "due" | "notYet", number>>) =>
    [row.upTo30, row.upTo60, row.upTo90, row.over90, row.due, row.notYet].map(inPaisa);
  expectSameRows(
    "ageing",
    answer.houses.map((row) => ({ id: row.PlotID, oldest: row.OldestDue, last: row.LastPayment, ages: toPaisa(row) })),
    expected
      .filter(({ ages }) => (ages[4] ?? 0) > 0)
      .map(({ house, ages }) => ({
        id: house.plotId,
        oldest: sortedItems(house).find((item) => !isPaid(house, item))?.dueDate,
        last: lastPaymentOf(house),
        ages,
      })),
  );
  const sumAges = (rows: typeof expected) =>
    [0, 1, 2, 3, 4, 5].map((index) => rows.reduce((sum, { ages }) => sum + (ages[index] ?? 0), 0));
  expect(toPaisa(answer.total)).toEqual(sumAges(expected));
  for (const row of answer.categories)
    expect([row.CategoryName, ...toPaisa(row)]).toEqual([
      ...[row.CategoryName, ...sumAges(expected.filter(({ walk }) => walk.categoryId === row.CategoryID))],
    ]);
}

/** Outstanding amounts by days since the due date: up to 30, 60, 90, more, the sum of these, and what is due later. */
function agesOf(house: ModelHouse, today: Day): number[] {
  const ages = [0, 0, 0, 0, 0, 0];
  const add = (index: number, amount: number) => {
    ages[index] = (ages[index] ?? 0) + amount;
  };
  for (const item of house.items) {
    const days = daysBetween(item.dueDate, today);
    const open = outstandingOf(house, item);
    if (days <= 0) add(5, open);
    else {
      add(days <= 30 ? 0 : days <= 60 ? 1 : days <= 90 ? 2 : 3, open);
      add(4, open);
    }
  }
  return ages;
}

function lastPaymentOf(house: ModelHouse): Day | null {
  const receipts = house.sources.filter(({ kind }) => kind === "receipt").map(({ date }) => date);
  const ticks = house.items.flatMap(({ tickedOn }) => tickedOn ?? []);
  return [...receipts, ...ticks].sort().at(-1) ?? null;
}

const wallReply = z.object({
  receipts: z.array(z.object({ HouseNo: z.string(), CategoryName: z.string(), AmountPaid: z.number() })),
});

async function expectWall(user: Person, houses: readonly HouseOfWalk[]): Promise<void> {
  const { receipts } = wallReply.parse(assertOk(await user.get("/wall/receipts")).body);
  const all = houses.flatMap(({ walk, house }) =>
    house.sources.filter(({ kind }) => kind === "receipt").map((source) => ({ walk, house, source })),
  );
  const latest = all.sort((a, b) => b.source.id - a.source.id).slice(0, 10);
  expect(receipts.map((row) => [row.HouseNo, row.CategoryName, inPaisa(row.AmountPaid)])).toEqual(
    latest.map(({ walk, house, source }) => [house.houseNo, walk.categoryName, source.amount]),
  );
}

async function expectStatement(user: Person, house: ModelHouse, today: Day): Promise<void> {
  const read = async (query: string) =>
    statementRecord.parse(assertOk(await user.get(`/plot/${house.plotId}/statement?${query}`)).body.data);
  const { opening, charged, paid, closing, entries } = await read(`to=${endOfTime}`);
  const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);
  const creditUses = house.adjustments.filter(({ kind }) => kind === "refund" || kind === "transfer");
  const chargedAmount = sum(house.items.map(dueOf)) + sum(creditUses.map(({ amount }) => amount));
  const paidAmount = sum(house.sources.map(({ amount }) => amount)) + sum(house.items.map(({ ticked }) => ticked));
  const balance = sum(house.items.map((item) => dueOf(item) - receivedOf(house, item))) - totalCredit(house);
  expect([house.houseNo, ...[opening, charged, paid, closing].map(inPaisa)]).toEqual([
    ...[house.houseNo, 0, chargedAmount, paidAmount, balance],
  ]);
  expect(chargedAmount - paidAmount).toBe(balance);
  expect(inPaisa(entries.at(-1)?.Balance ?? 0)).toBe(balance);
  const since = await read(`from=${addDays(today, -30)}&to=${endOfTime}`);
  expect(inPaisa(since.closing)).toBe(balance);
  expect(inPaisa(since.opening) + inPaisa(since.charged) - inPaisa(since.paid)).toBe(balance);
}

function sumsOf(walks: readonly WalkState[], isCounted: (item: ModelItem) => boolean) {
  const sums = { due: 0, received: 0 };
  for (const house of walks.flatMap((walk) => walk.houses))
    for (const item of house.items.filter(isCounted)) {
      sums.due += dueOf(item);
      sums.received += receivedOf(house, item);
    }
  return sums;
}

function expensesOf(walks: readonly WalkState[], prefix: string): number {
  const counted = walks.flatMap((walk) => walk.expenses).filter(({ month }) => month.startsWith(prefix));
  return counted.reduce((sum, { amount }) => sum + amount, 0);
}

function partsOf(house: ModelHouse, source: ModelHouse["sources"][number]): number[][] {
  return house.allocations
    .filter((part) => part.source === source)
    .map(({ item, amount }) => [item.kind === "installment" ? item.id : -item.id, amount])
    .sort(byFirst);
}

function expectSameRows(name: string, actual: readonly { id: number }[], expected: readonly { id: number }[]): void {
  const byId = (a: { id: number }, b: { id: number }) => a.id - b.id;
  expect([name, ...actual.toSorted(byId)]).toEqual([name, ...expected.toSorted(byId)]);
}

function byFirst([a = 0]: number[], [b = 0]: number[]): number {
  return a - b;
}

function byNumber(a: number, b: number): number {
  return a - b;
}

function padMonth(month: number): string {
  return String(month).padStart(2, "0");
}
