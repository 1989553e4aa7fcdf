import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { buildPlanLines } from "../../shared/domain/payment-plan.ts";
import {
  buildScheduleRows,
  chargedAmount,
  daysOverdue,
  isSettled,
  itemStatus,
  lastDayOfGrace,
  outstandingAmount,
  penaltyApplies,
  penaltyDay,
  withPenalty,
} from "../../shared/domain/schedule.ts";
import { paisa, zero } from "../../shared/money.ts";
import { dates, scheduleRows } from "../harness/schedule-rows.ts";

const november = {
  Amount: paisa(250_000),
  PenaltyAmount: paisa(20_000),
  WaivedAmount: zero,
  WaivedPenalty: zero,
  PenaltyApplied: 0 as const,
  AmountReceived: paisa(0),
  DueDate: "2026-11-10",
  GracePeriodDays: 5,
};
const penalized = { ...november, PenaltyApplied: 1 as const };

describe("the amount due on a row", () => {
  test("is its amount, plus the penalty once this applies", () => {
    expect(chargedAmount(november)).toBe(250_000);
    expect(chargedAmount(penalized)).toBe(270_000);
    expect(outstandingAmount({ ...penalized, AmountReceived: paisa(135_000) })).toBe(135_000);
  });

  test("makes the row settled exactly if nothing of it is outstanding", () => {
    expect(isSettled({ ...november, AmountReceived: paisa(249_999) })).toBe(false);
    expect(isSettled({ ...november, AmountReceived: paisa(250_000) })).toBe(true);
    expect(isSettled({ ...penalized, AmountReceived: paisa(250_000) })).toBe(false);
    expect(isSettled({ ...november, Amount: paisa(0) })).toBe(true);
    fc.assert(
      fc.property(scheduleRows, (row) => {
        expect(outstandingAmount(row) + row.AmountReceived).toBe(chargedAmount(row));
        expect(isSettled(row)).toBe(row.AmountReceived >= chargedAmount(row));
      }),
      { numRuns: 1_000 },
    );
  });
});

describe("the status of a row", () => {
  test("is Not due yet up to its due day and Overdue from the day after", () => {
    expect(itemStatus(november, "2026-11-10")).toBe("Not due yet");
    expect(itemStatus(november, "2026-11-11")).toBe("Overdue");
  });

  test("is Part-paid with any part received, late or not", () => {
    const partPaid = { ...november, AmountReceived: paisa(1) };
    expect(itemStatus(partPaid, "2026-11-01")).toBe("Part-paid");
    expect(itemStatus(partPaid, "2027-01-01")).toBe("Part-paid");
  });

  test("is Paid once everything is received, even if late", () => {
    expect(itemStatus({ ...november, AmountReceived: paisa(250_000) }, "2027-01-01")).toBe("Paid");
  });

  test("counts the days since the due day while something is outstanding", () => {
    expect(daysOverdue({ ...november, DueDate: "2026-10-10" }, "2026-11-21")).toBe(42);
    expect(daysOverdue(november, "2026-11-10")).toBe(0);
    expect(daysOverdue(november, "2026-11-01")).toBe(0);
    expect(daysOverdue({ ...november, AmountReceived: paisa(250_000) }, "2027-01-01")).toBe(0);
  });
});

describe("a penalty", () => {
  test("applies from the day after the grace period", () => {
    expect(penaltyApplies(november, "2026-11-15")).toBe(false);
    expect(penaltyApplies(november, "2026-11-16")).toBe(true);
    expect([lastDayOfGrace(november), penaltyDay(november)]).toEqual(["2026-11-15", "2026-11-16"]);
  });

  test("applies from the day after the due day without a grace period", () => {
    const strict = { ...november, GracePeriodDays: 0 };
    expect(penaltyApplies(strict, "2026-11-10")).toBe(false);
    expect(penaltyApplies(strict, "2026-11-11")).toBe(true);
  });

  test("applies to a part-paid row, not to a paid one", () => {
    const partPaid = { ...november, AmountReceived: paisa(249_999) };
    expect(penaltyApplies(partPaid, "2026-12-01")).toBe(true);
    const paid = { ...november, AmountReceived: paisa(250_000) };
    expect(penaltyApplies(paid, "2026-12-01")).toBe(false);
  });

  test("never applies to a row whose penalty amount is 0", () => {
    expect(penaltyApplies({ ...november, PenaltyAmount: paisa(0) }, "2027-11-10")).toBe(false);
  });

  test("stays applied after it is paid", () => {
    const paid = { ...penalized, AmountReceived: paisa(270_000) };
    expect(penaltyApplies(paid, "2026-12-01")).toBe(true);
  });

  test("stays applied on every later day, and applying it twice changes nothing", () => {
    fc.assert(
      fc.property(scheduleRows, dates, dates, (row, dayA, dayB) => {
        const [today, later] = dayA < dayB ? [dayA, dayB] : [dayB, dayA];
        const after = withPenalty(row, today);
        expect(after.PenaltyApplied === 1).toBe(penaltyApplies(row, today));
        expect(withPenalty(after, today)).toBe(after);
        if (penaltyApplies(row, today)) expect(penaltyApplies(row, later)).toBe(true);
      }),
      { numRuns: 1_000 },
    );
  });
});

describe("generating a schedule", () => {
  const plots = fc.uniqueArray(fc.integer({ min: 1, max: 500 }), { maxLength: 12 });
  const planLines = buildPlanLines({
    StartMonth: 11,
    StartYear: 2026,
    EndMonth: 2,
    EndYear: 2027,
    DueOnDay: 10,
    FloorRate: paisa(250_000),
  });

  test("creates a row for each plot and month, and none for the total of a year", () => {
    const { rows, skipped } = buildScheduleRows({ plotIds: [7, 9, 7], planLines, chargedMonths: [] });
    expect(rows).toHaveLength(8);
    expect(rows[0]).toEqual({
      PlotID: 7,
      InstallmentNumber: 1,
      DueDate: "2026-11-10",
      BillingMonth: "2026-11",
      Amount: 250_000,
    });
    expect(rows.every(({ InstallmentNumber }) => InstallmentNumber > 0)).toBe(true);
    expect(skipped).toEqual([]);
  });

  test("adds every month from the first one on, and skips those that any plan has already charged", () => {
    const flagArrays = fc.array(fc.boolean(), { minLength: 48, maxLength: 48 });
    const firstMonth = fc.constantFrom(undefined, "2026-10", "2026-11", "2026-12", "2027-02");
    fc.assert(
      fc.property(plots, flagArrays, firstMonth, (ids, chargedFlags, from) => {
        const allPlanned = buildScheduleRows({ plotIds: ids, planLines, chargedMonths: [] }).rows;
        expect(allPlanned).toHaveLength(ids.length * 4);
        const toChargedMonth = ({ PlotID, BillingMonth }: { PlotID: number; BillingMonth: string }) => ({
          PlotID,
          BillingMonth,
          PaymentPlanID: 5,
        });
        const charged = allPlanned.filter((_, index) => chargedFlags[index]).map(toChargedMonth);
        const fromFirstMonth = <Month extends { BillingMonth: string }>(months: readonly Month[]) =>
          months.filter(({ BillingMonth }) => from === undefined || BillingMonth >= from);
        const planned = buildScheduleRows({ plotIds: ids, planLines, chargedMonths: charged, from });
        expect(planned.rows).toEqual(fromFirstMonth(allPlanned.filter((_, index) => !chargedFlags[index])));
        expect(planned.skipped).toEqual(fromFirstMonth(charged));
        const repeated = buildScheduleRows({
          plotIds: ids,
          planLines,
          chargedMonths: [...charged, ...planned.rows.map(toChargedMonth)],
          from,
        });
        expect(repeated.rows).toEqual([]);
      }),
      { numRuns: 300 },
    );
  });
});
