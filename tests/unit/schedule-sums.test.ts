import fc from "fast-check";
import { expect, test } from "vitest";
import { addDays } from "../../shared/dates.ts";
import { sumPaisa } from "../../shared/money.ts";
import type { ScheduleAmounts, ScheduleRow } from "../../web/domain/schedule/scheduleEntry.ts";
import { filterSchedule } from "../../web/features/payment-schedule/filterSchedule.ts";
import { groupByHouse } from "../../web/features/payment-schedule/groupByHouse.ts";

const today = "2026-11-15";
const amountNames = ["amount", "penalty", "billed", "received", "outstanding", "overdue"] as const;

const installments = fc
  .record({
    plotId: fc.integer({ min: 1, max: 4 }),
    daysSinceDue: fc.integer({ min: -60, max: 300 }),
    amount: fc.integer({ min: 0, max: 10_000_00 }),
    penalty: fc.integer({ min: 0, max: 500_00 }),
    PenaltyApplied: fc.constantFrom(0 as const, 1 as const),
    waivedShare: fc.double({ min: 0, max: 1, noNaN: true }),
    receivedShare: fc.constantFrom(0, 0.4, 1),
  })
  .map(({ plotId, daysSinceDue, amount, penalty, PenaltyApplied, waivedShare, receivedShare }) => {
    const waivedAmount = Math.floor(amount * waivedShare);
    const billed = amount - waivedAmount + PenaltyApplied * penalty;
    const receivedAmount = Math.floor(billed * receivedShare);
    return {
      PlotID: plotId,
      HouseNo: `A-${plotId}`,
      DueDate: addDays(today, -daysSinceDue),
      Amount: amount / 100,
      PenaltyAmount: penalty / 100,
      PenaltyApplied,
      WaivedAmount: waivedAmount / 100,
      AmountReceived: receivedAmount / 100,
      IsPaid: receivedAmount === billed ? (1 as const) : (0 as const),
    };
  });

const filters = fc.record({
  month: fc.constantFrom(0, 10, 11),
  view: fc.constantFrom("all" as const, "recent" as const, "overdue" as const, "part-paid" as const),
  text: fc.constantFrom("", "A-1"),
});

test("the line of a house counts each installment once; with every filter, its sums and those of the footer are those of the rows shown", () => {
  fc.assert(
    fc.property(fc.array(installments, { maxLength: 40 }), filters, (generated, { month, view, text }) => {
      const rows = generated.map((row, index) => ({ ...emptyRow, ...row, PaymentScheduleID: index + 1 }));
      const { houses } = groupByHouse({ rows, today }, undefined);
      for (const { entries, paidCount, overdueCount, partPaidCount } of houses)
        expect(paidCount + overdueCount + partPaidCount).toBe(
          entries.filter(({ status }) => status !== "Not due yet").length,
        );
      const terms = text === "" ? [] : [text.toLowerCase()];
      const { groups, totals } = filterSchedule({ houses, filter: { month, view, terms, today } }, undefined);
      const shownRows = groups.flatMap((group) => group.rows);
      for (const group of groups) expectSums(group.group.sums, group.rows);
      expectSums(totals, shownRows);
      expect(totals.installmentCount).toBe(shownRows.length);
      for (const { amount, penalty, billed, received, outstanding, overdue, row } of shownRows) {
        expect(amount + penalty).toBe(billed);
        expect(received + outstanding).toBe(billed);
        expect(overdue).toBe(row.DueDate < today ? outstanding : 0);
      }
    }),
    { numRuns: 500 },
  );
});

/** Asserts that each sum adds up the same amount of all rows. */
function expectSums(sums: ScheduleAmounts, rows: readonly ScheduleAmounts[]): void {
  for (const name of amountNames) expect([name, sums[name]]).toEqual([name, sumPaisa(rows.map((row) => row[name]))]);
}

const emptyRow: ScheduleRow = {
  PaymentScheduleID: 0,
  PlotID: 0,
  CategoryID: 1,
  AccountID: null,
  BillingMonth: "2026-11",
  PaymentPlanID: 1,
  InstallmentNumber: 1,
  DueDate: today,
  Amount: 0,
  IsPaid: 0,
  PaidDate: null,
  Created_at: "2026-01-01T00:00:00.000Z",
  GracePeriodDays: 0,
  PenaltyAmount: 0,
  PenaltyApplied: 0,
  WaivedAmount: 0,
  WaivedPenalty: 0,
  AmountReceived: 0,
  TickedAmount: 0,
  TickedDate: null,
  IsDuplicate: 0,
  HouseNo: "",
  OwnerName: "",
  CategoryName: "A",
  Version: 1,
};
