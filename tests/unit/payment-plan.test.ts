import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { addDays, isDay, monthOf } from "../../shared/dates.ts";
import {
  buildPlanLines,
  isMonthlyInstallment,
  isValidPeriod,
  periodMonths,
  periodsOverlap,
  planDescription,
  planName,
} from "../../shared/domain/payment-plan.ts";
import { paisa, sumPaisa } from "../../shared/money.ts";

const periods = fc
  .record({
    StartYear: fc.integer({ min: 2000, max: 2060 }),
    StartMonth: fc.integer({ min: 1, max: 12 }),
    length: fc.integer({ min: 1, max: 120 }),
  })
  .map(({ StartYear, StartMonth, length }) => {
    const lastMonthIndex = StartYear * 12 + StartMonth - 2 + length;
    return {
      StartYear,
      StartMonth,
      EndYear: Math.floor(lastMonthIndex / 12),
      EndMonth: (lastMonthIndex % 12) + 1,
      length,
    };
  });
const rates = fc
  .tuple(periods, fc.integer({ min: 1, max: 31 }), fc.integer({ min: 0, max: 100_000_000_000 }).map(paisa))
  .map(([period, DueOnDay, FloorRate]) => ({ ...period, DueOnDay, FloorRate }));

const year2026 = { StartMonth: 1, StartYear: 2026, EndMonth: 12, EndYear: 2026 };

describe("installments of a plan", { tags: "requirement-16" }, () => {
  test("are one per month, with the rate's amount, due in that month", () => {
    fc.assert(
      fc.property(rates, (rate) => {
        const monthlyLines = buildPlanLines(rate).filter(isMonthlyInstallment);
        expect(monthlyLines.map(({ InstallmentNumber }) => InstallmentNumber)).toEqual(
          Array.from({ length: rate.length }, (_, index) => index + 1),
        );
        expect(monthlyLines.map(({ DueDate }) => monthOf(DueDate))).toEqual(periodMonths(rate));
        expect(monthlyLines.every(({ TotalAmount }) => TotalAmount === rate.FloorRate)).toBe(true);
      }),
      { numRuns: 1_000 },
    );
  });

  test("add up to amount × months and to exactly 100 percent, and so do the year totals", () => {
    fc.assert(
      fc.property(rates, (rate) => {
        const rows = buildPlanLines(rate);
        for (const group of [rows.filter(isMonthlyInstallment), rows.filter((row) => !isMonthlyInstallment(row))]) {
          expect(sumPaisa(group.map(({ TotalAmount }) => TotalAmount))).toBe(rate.FloorRate * rate.length);
          expect(group.reduce((sum, { Percentage }) => sum + Math.round(Percentage * 100), 0)).toBe(10_000);
          expect(group.every(({ Percentage }) => Math.round(Percentage * 100) / 100 === Percentage)).toBe(true);
        }
      }),
      { numRuns: 10_000 },
    );
  });

  test("are due on the due day, or the last day of a shorter month", () => {
    fc.assert(
      fc.property(rates, (rate) => {
        for (const { DueDate } of buildPlanLines(rate).filter(isMonthlyInstallment)) {
          expect(isDay(DueDate)).toBe(true);
          const isLastDay = addDays(DueDate, 1).endsWith("-01");
          expect(Number(DueDate.slice(8)) === rate.DueOnDay || isLastDay).toBe(true);
        }
      }),
      { numRuns: 200 },
    );
  });

  test("have a total row after each calendar year, whose number is the negative year", () => {
    const rows = buildPlanLines({
      StartMonth: 11,
      StartYear: 2026,
      EndMonth: 1,
      EndYear: 2027,
      DueOnDay: 31,
      FloorRate: paisa(250_050),
    });
    expect(rows).toEqual([
      { InstallmentNumber: 1, DueDate: "2026-11-30", TotalAmount: 250_050, Percentage: 33.33 },
      { InstallmentNumber: 2, DueDate: "2026-12-31", TotalAmount: 250_050, Percentage: 33.33 },
      { InstallmentNumber: -2026, DueDate: "2026-12-31", TotalAmount: 500_100, Percentage: 66.66 },
      { InstallmentNumber: 3, DueDate: "2027-01-31", TotalAmount: 250_050, Percentage: 33.34 },
      { InstallmentNumber: -2027, DueDate: "2027-12-31", TotalAmount: 250_050, Percentage: 33.34 },
    ]);
  });

  test("have the sums of their year in the total row", () => {
    fc.assert(
      fc.property(rates, (rate) => {
        const rows = buildPlanLines(rate);
        for (const total of rows.filter((row) => !isMonthlyInstallment(row))) {
          const ofYear = rows.filter(
            (row) => isMonthlyInstallment(row) && monthOf(row.DueDate).year === -total.InstallmentNumber,
          );
          expect(total.TotalAmount).toBe(sumPaisa(ofYear.map(({ TotalAmount }) => TotalAmount)));
          expect(total.Percentage).toBeCloseTo(
            ofYear.reduce((sum, { Percentage }) => sum + Percentage, 0),
            8,
          );
        }
      }),
      { numRuns: 200 },
    );
  });
});

describe("the period of a rate", () => {
  test("determines the plan's name", () => {
    expect(planName({ TypeName: "Residential", CategoryName: "A", Floor: "Ground + 1", ...year2026 })).toBe(
      "Residential A Ground + 1 01/2026-12/2026",
    );
    expect(planDescription(year2026)).toBe("01/2026 - 12/2026");
  });

  test("cannot end before it starts", () => {
    expect(isValidPeriod(year2026)).toBe(true);
    expect(isValidPeriod({ ...year2026, EndMonth: 1 })).toBe(true);
    expect(isValidPeriod({ ...year2026, EndYear: 2025 })).toBe(false);
    expect(periodMonths({ ...year2026, EndYear: 2025, EndMonth: 11 })).toEqual([]);
  });

  test("overlaps another period exactly if both contain the same month", () => {
    fc.assert(
      fc.property(periods, periods, (a, b) => {
        const monthsOfB = new Set(periodMonths(b).map(({ year, month }) => `${year}-${month}`));
        const isShared = periodMonths(a).some(({ year, month }) => monthsOfB.has(`${year}-${month}`));
        expect(periodsOverlap(a, b)).toBe(isShared);
        expect(periodsOverlap(b, a)).toBe(isShared);
      }),
      { numRuns: 1_000 },
    );
    expect(periodsOverlap(year2026, { StartMonth: 12, StartYear: 2026, EndMonth: 3, EndYear: 2027 })).toBe(true);
    expect(periodsOverlap(year2026, { StartMonth: 1, StartYear: 2027, EndMonth: 3, EndYear: 2027 })).toBe(false);
  });
});
