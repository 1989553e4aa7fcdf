// @module-tag soak
import fc from "fast-check";
import { expect, test } from "vitest";
import { z } from "zod";
import { addMonths, monthKey, monthOf, societyToday } from "../../shared/dates.ts";
import { statementRecord } from "../../shared/endpoints/statement.ts";
import { paymentPlan } from "../../shared/resources/payment-plan.ts";
import { paymentReceipt } from "../../shared/resources/payment-receipt.ts";
import { paymentSchedule } from "../../shared/resources/payment-schedule.ts";
import { receivables } from "../../shared/resources/receivables.ts";
import { openSharedHarness } from "../harness/harness.ts";
import type { ModelLedger, ModelRow } from "../harness/model-ledger.ts";
import {
  expectReceipt,
  inPaisa,
  MoneyModel,
  type MoneyPortal,
  moneySteps,
  monthsAround,
  rateTerms,
} from "../harness/money-steps.ts";
import { assertOk } from "../harness/reply.ts";
import { SeededRandom } from "../harness/seeded-random.ts";

const { admin, createPlot, createRate, clock, portal } = await openSharedHarness();
const houses = [await createPlot(), await createPlot(), await createPlot()];

/** MODEL_RUNS=200 runs the full test. Only the full test reduces a failure to fewer steps, because that takes long. */
const numRuns = Number(process.env.MODEL_RUNS ?? 12);
const maxCommands = numRuns >= 200 ? 50 : 40;
const endOfTime = "2199-12-31";

test("receipts, schedules, receivables, statements and totals agree to the paisa after any sequence of money operations", {
  tags: "requirement-18",
  timeout: 3_600_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(fc.commands(moneySteps, { maxCommands, size: "max" }), async (steps) => {
      const moneyPortal = await prepareMoneyPortal();
      const model = new MoneyModel(houses.length, societyToday(clock.now()));
      try {
        await fc.asyncModelRun(() => ({ model, real: moneyPortal }), steps);
        for (const [index, ledger] of model.ledgers.entries()) await expectPlot(ledger, houses[index]?.PlotID ?? 0);
        await expectTotals(model);
      } finally {
        await undoEverything(moneyPortal.RateID);
      }
      for (const figures of await readDashboard()) expect(figures).toEqual({ total: 0, received: 0, due: 0 });
    }),
    { numRuns, seed: new SeededRandom().seed, endOnFailure: numRuns < 200 },
  );
});

/** Sets the clock to the middle of the next month and creates a service charge for the months around it. */
async function prepareMoneyPortal(): Promise<MoneyPortal> {
  const month = addMonths(monthOf(societyToday(clock.now())), 1);
  clock.set(`${monthKey(month)}-15T07:00:00Z`);
  const [first, ...more] = monthsAround(societyToday(clock.now()));
  const last = more.at(-1);
  const { RateID } = await createRate({
    ...rateTerms,
    StartYear: first?.year,
    StartMonth: first?.month,
    EndYear: last?.year,
    EndMonth: last?.month,
  });
  await portal.runJobs();
  return { admin, clock, runJobs: portal.runJobs, houses, RateID };
}

/**
 * Voids all receipts, unticks all installments and deletes all plans and the service charge, so that all totals are
 * zero.
 */
async function undoEverything(RateID: number): Promise<void> {
  for (const { PaymentReceiptID } of await admin.list(paymentReceipt))
    assertOk(await admin.delete(`/payment-receipt/${PaymentReceiptID}`));
  for (const { PaymentScheduleID, TickedAmount } of await admin.list(paymentSchedule))
    if (TickedAmount > 0) assertOk(await admin.put(`/payment-schedule/${PaymentScheduleID}`, { IsPaid: 0 }));
  for (const { PaymentPlanID } of await admin.list(paymentPlan))
    assertOk(await admin.delete(`/payment-plan/${PaymentPlanID}`));
  assertOk(await admin.delete(`/service-rate/${RateID}`));
}

async function expectPlot(ledger: ModelLedger, PlotID: number): Promise<void> {
  const receipts = await admin.list(paymentReceipt, `?PlotID=${PlotID}`);
  expect(receipts).toHaveLength(ledger.receipts.length);
  for (const record of receipts) {
    const receipt = ledger.receipts.find(({ id }) => id === record.PaymentReceiptID);
    if (receipt) expectReceipt(record, { ledger, receipt });
    expect(receipt).toBeDefined();
  }
  const rows = await admin.list(paymentSchedule, `?plot=${PlotID}`);
  expect(
    rows.map((row) => ({
      id: row.PaymentScheduleID,
      due: row.DueDate,
      penaltyApplied: row.PenaltyApplied === 1,
      received: inPaisa(row.AmountReceived),
      ticked: inPaisa(row.TickedAmount),
      tickedOn: row.TickedDate,
      isPaid: row.IsPaid === 1,
      paidOn: row.PaidDate,
    })),
  ).toEqual(ledger.rows.map((row) => toExpectedRow(ledger, row)));
  const credit = ledger.receipts.reduce((sum, receipt) => sum + ledger.credit(receipt), 0);
  if (credit > 0) expect(ledger.rows.every((row) => ledger.isPaid(row))).toBe(true);

  const receivableRows = await admin.list(receivables, `?plot=${PlotID}`);
  expect(
    receivableRows.map(({ Amount, Received, IsPaid, PaidOnDate }) => [
      inPaisa(Amount),
      inPaisa(Received),
      IsPaid === 1,
      PaidOnDate,
    ]),
  ).toEqual(ledger.rows.map((row) => [ledger.amountDue(row), ledger.received(row), ledger.isPaid(row), row.paidOn]));

  const { data } = assertOk(await admin.get(`/plot/${PlotID}/statement?to=${endOfTime}`)).body;
  const { opening, charged, paid, closing, entries } = statementRecord.parse(data);
  const owed = ledger.rows.reduce((sum, row) => sum + ledger.amountDue(row), 0);
  const received = ledger.rows.reduce((sum, row) => sum + ledger.received(row), 0);
  expect([opening, charged, paid, closing].map(inPaisa)).toEqual([
    0,
    owed,
    received + credit,
    owed - received - credit,
  ]);
  expect(inPaisa(entries.at(-1)?.Balance ?? 0)).toBe(owed - received - credit);
}

function toExpectedRow(ledger: ModelLedger, row: ModelRow) {
  const { id, dueDate, penaltyApplied, ticked, tickedOn, paidOn } = row;
  return {
    id,
    due: dueDate,
    penaltyApplied,
    received: ledger.received(row),
    ticked,
    tickedOn,
    isPaid: ledger.isPaid(row),
    paidOn,
  };
}

async function expectTotals({ ledgers, today }: MoneyModel): Promise<void> {
  const sums = (datePrefix: string) => {
    const rows = ledgers.flatMap((ledger) =>
      ledger.rows.filter(({ dueDate }) => dueDate.startsWith(datePrefix)).map((row) => ({ ledger, row })),
    );
    const total = rows.reduce((sum, { ledger, row }) => sum + ledger.amountDue(row), 0);
    const received = rows.reduce((sum, { ledger, row }) => sum + ledger.received(row), 0);
    return { total, received, due: total - received };
  };
  const { year, month } = monthOf(today);
  const datePrefixes = [`${year}`, monthKey({ year, month }), monthKey(addMonths({ year, month }, -1)), `${year - 1}`];
  expect(await readDashboard()).toEqual(datePrefixes.map(sums));
  const { body } = assertOk(await admin.post("/generate-report", { month, year }));
  const { received, due } = reportSchema.parse(body).total;
  expect({ received: inPaisa(received), due: inPaisa(due) }).toMatchObject({
    received: sums(monthKey({ year, month })).received,
    due: sums(monthKey({ year, month })).due,
  });
}

const reportSchema = z.object({ total: z.object({ received: z.number(), due: z.number() }) });
const figuresSchema = z.array(
  z.object({ total_amount: z.number(), amount_received: z.number(), amount_due: z.number() }),
);

async function readDashboard() {
  const { data } = assertOk(await admin.get("/dashboard/summary")).body;
  return figuresSchema.parse(data).map((row) => ({
    total: inPaisa(row.total_amount),
    received: inPaisa(row.amount_received),
    due: inPaisa(row.amount_due),
  }));
}
