import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { OutstandingBalances } from "../../server/services/outstanding-balances.ts";
import { addDays } from "../../shared/dates.ts";
import {
  ageBucketOf,
  ageBuckets,
  computeAgeing,
  foldOutstanding,
  type OutstandingByPlot,
  sumAgeing,
} from "../../shared/domain/ageing.ts";
import { computeMonthlyFigures } from "../../shared/domain/dashboard.ts";
import { outstandingAmount } from "../../shared/domain/schedule.ts";
import { type CountedInstallment, createEmptyTotals, foldInstallment } from "../../shared/domain/totals.ts";
import { paisa, sumPaisa, toPaisa, zero } from "../../shared/money.ts";
import { paymentSchedule } from "../../shared/resources/payment-schedule.ts";

const today = "2026-11-15";

test.each([
  [-1, undefined],
  [0, undefined],
  [1, "upTo30"],
  [30, "upTo30"],
  [31, "upTo60"],
  [60, "upTo60"],
  [61, "upTo90"],
  [90, "upTo90"],
  [91, "over90"],
])("an installment due %i days ago is in the ageing bucket %s", (days, bucket) => {
  expect(ageBucketOf(addDays(today, -days), today)).toBe(bucket);
});

describe("ageing of random schedules", () => {
  const installments = fc
    .record({
      PlotID: fc.integer({ min: 1, max: 4 }),
      daysSinceDue: fc.integer({ min: -200, max: 300 }),
      Amount: fc.integer({ min: 0, max: 1_000_000_00 }),
      PenaltyAmount: fc.integer({ min: 0, max: 50_000 }),
      PenaltyApplied: fc.constantFrom(0 as const, 1 as const),
      paidShare: fc.double({ min: 0, max: 1, noNaN: true }),
    })
    .map(({ PlotID, daysSinceDue, Amount, PenaltyAmount, PenaltyApplied, paidShare }): CountedInstallment => {
      const charged = Amount + PenaltyApplied * PenaltyAmount;
      return {
        PlotID,
        CategoryID: PlotID % 2,
        DueDate: addDays(today, -daysSinceDue),
        Amount: paisa(Amount),
        PenaltyAmount: paisa(PenaltyAmount),
        WaivedAmount: zero,
        WaivedPenalty: zero,
        PenaltyApplied,
        AmountReceived: paisa(Math.floor(charged * paidShare)),
      };
    });
  const installmentsOrNone = fc.option(installments, { nil: null });
  const changePairs = fc.record({ before: installmentsOrNone, after: installmentsOrNone });

  test("the buckets of a house add up to its amount due, and those of all houses to the amounts on the dashboard", () => {
    fc.assert(
      fc.property(fc.array(installments, { maxLength: 30 }), (rows) => {
        const outstanding: OutstandingByPlot = new Map();
        const totals = createEmptyTotals();
        for (const after of rows) {
          foldOutstanding(outstanding, { before: null, after });
          foldInstallment(totals, { before: null, after });
        }
        const houses = computeAgeing(outstanding, today);
        for (const { PlotID, amounts, overdueCount, oldestDueDate } of houses) {
          const unpaidRows = rows.filter((row) => row.PlotID === PlotID && outstandingAmount(row) > 0);
          expect(sumPaisa(ageBuckets.map((name) => amounts[name]))).toBe(amounts.overdue);
          expect(sumPaisa([amounts.overdue, amounts.notDueYet])).toBe(sumPaisa(unpaidRows.map(outstandingAmount)));
          const pastDueDates = unpaidRows.map(({ DueDate }) => DueDate).filter((day) => day < today);
          expect(overdueCount).toBe(pastDueDates.length);
          expect(oldestDueDate).toBe(pastDueDates.toSorted()[0] ?? null);
        }
        const sums = sumAgeing(houses.map(({ amounts }) => amounts));
        const months = [2026, 2025, 2027].flatMap((year) => computeMonthlyFigures({ totals, year, today }));
        expect(sums.overdue).toBe(sumPaisa(months.map(({ due }) => toPaisa(due))));
        expect(sums.notDueYet).toBe(sumPaisa(months.map(({ notDueYet }) => toPaisa(notDueYet))));
      }),
    );
  });

  test("taking back all changes restores the ageing, and removing all rows leaves nothing outstanding", () => {
    fc.assert(
      fc.property(
        fc.array(installments, { maxLength: 10 }),
        fc.array(changePairs, { maxLength: 20 }),
        (rows, changes) => {
          const outstanding: OutstandingByPlot = new Map();
          const expected: OutstandingByPlot = new Map();
          for (const after of rows) foldOutstanding(outstanding, { before: null, after });
          for (const after of rows) foldOutstanding(expected, { before: null, after });
          for (const change of changes) foldOutstanding(outstanding, change);
          for (const { before, after } of changes.toReversed())
            foldOutstanding(outstanding, { before: after, after: before });
          expect(computeAgeing(outstanding, today).toSorted(byHouse)).toEqual(
            computeAgeing(expected, today).toSorted(byHouse),
          );
          for (const before of rows) foldOutstanding(outstanding, { before, after: null });
          expect(outstanding.size).toBe(0);
        },
      ),
    );
  });

  test("changes applied after loading give the same balances as the changed rows", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(installments, { maxLength: 10 }),
        fc.array(installmentsOrNone),
        async (rows, nextStates) => {
          const balances = new OutstandingBalances();
          await balances.load(async (add) => {
            for (const each of rows) add({ group: { row: each, PlotIDs: [each.PlotID] } });
          });
          const nextRows = rows.map((each, index) => (index < nextStates.length ? (nextStates[index] ?? null) : each));
          balances.apply(
            rows.map((before, index) => ({
              resource: paymentSchedule.name,
              id: index,
              type: "update",
              before: { ...before, IsPaid: 0 },
              after: nextRows[index] ? { ...nextRows[index], IsPaid: 0 } : null,
            })),
          );
          const expected: OutstandingByPlot = new Map();
          for (const after of nextRows) foldOutstanding(expected, { before: null, after });
          expect(computeAgeing(balances.current, today).toSorted(byHouse)).toEqual(
            computeAgeing(expected, today).toSorted(byHouse),
          );
        },
      ),
    );
  });
});

function byHouse(a: { PlotID: number }, b: { PlotID: number }): number {
  return a.PlotID - b.PlotID;
}
