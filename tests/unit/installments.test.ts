import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { addDays, isDay, monthOf } from "../../shared/dates.ts";
import {
  isMonthlyInstallment,
  isValidPeriod,
  periodMonths,
  periodsOverlap,
  planDescription,
  planInstallments,
  planName,
} from "../../shared/domain/installments.ts";
import { paisa, sumPaisa } from "../../shared/money.ts";

const periods = fc
  .record({
    StartYear: fc.integer({ min: 2000, max: 2060 }),
    StartMonth: fc.integer({ min: 1, max: 12 }),
    length: fc.integer({ min: 1, max: 120 }),
  })
  .map(({ StartYear, StartMonth, length }) => {
    const last = StartYear * 12 + StartMonth - 2 + length;
    return { StartYear, StartMonth, EndYear: Math.floor(last / 12), EndMonth: (last % 12) + 1, length };
  });
const rates = fc
  .tuple(periods, fc.integer({ min: 1, max: 31 }), fc.integer({ min: 0, max: 100_000_000_000 }).map(paisa))
  .map(([period, DueOnDay, TotalAmount]) => ({ ...period, DueOnDay, TotalAmount }));

const over2026 = { StartMonth: 1, StartYear: 2026, EndMonth: 12, EndYear: 2026 };

describe("installments of a plan", { tags: "requirement-16" }, () => {
  test("one per month, with the rate's amount, due in that month", () => {
    fc.assert(
      fc.property(rates, (rate) => {
        const payable = planInstallments(rate).filter(isMonthlyInstallment);
        expect(payable.map(({ InstallmentNumber }) => InstallmentNumber)).toEqual(
          Array.from({ length: rate.length }, (_, index) => index + 1),
        );
        expect(payable.map(({ DueDate }) => monthOf(DueDate))).toEqual(periodMonths(rate));
        expect(payable.every(({ TotalAmount }) => TotalAmount === rate.TotalAmount)).toBe(true);
      }),
      { numRuns: 1_000 },
    );
  });

  test("installments and year totals add up to amount × months and to exactly 100 percent", () => {
    fc.assert(
      fc.property(rates, (rate) => {
        const rows = planInstallments(rate);
        for (const part of [rows.filter(isMonthlyInstallment), rows.filter((row) => !isMonthlyInstallment(row))]) {
          expect(sumPaisa(part.map(({ TotalAmount }) => TotalAmount))).toBe(rate.TotalAmount * rate.length);
          expect(part.reduce((sum, { Percentage }) => sum + Math.round(Percentage * 100), 0)).toBe(10_000);
          expect(part.every(({ Percentage }) => Math.round(Percentage * 100) / 100 === Percentage)).toBe(true);
        }
      }),
      { numRuns: 10_000 },
    );
  });

  test("each is due on the due day, or the last day of a shorter month", () => {
    fc.assert(
      fc.property(rates, (rate) => {
        for (const { DueDate } of planInstallments(rate).filter(isMonthlyInstallment)) {
          expect(isDay(DueDate)).toBe(true);
          const isLastDay = addDays(DueDate, 1).endsWith("-01");
          expect(Number(DueDate.slice(8)) === rate.DueOnDay || isLastDay).toBe(true);
        }
      }),
      { numRuns: 200 },
    );
  });

  test("each calendar year ends with a total row numbered by the negative year", () => {
    const rows = planInstallments({
      StartMonth: 11,
      StartYear: 2026,
      EndMonth: 1,
      EndYear: 2027,
      DueOnDay: 31,
      TotalAmount: paisa(250_050),
    });
    expect(rows).toEqual([
      { InstallmentNumber: 1, DueDate: "2026-11-30", TotalAmount: 250_050, Percentage: 33.33 },
      { InstallmentNumber: 2, DueDate: "2026-12-31", TotalAmount: 250_050, Percentage: 33.33 },
      { InstallmentNumber: -2026, DueDate: "2026-12-31", TotalAmount: 500_100, Percentage: 66.66 },
      { InstallmentNumber: 3, DueDate: "2027-01-31", TotalAmount: 250_050, Percentage: 33.34 },
      { InstallmentNumber: -2027, DueDate: "2027-12-31", TotalAmount: 250_050, Percentage: 33.34 },
    ]);
  });

  test("each total row holds the sums of its year", () => {
    fc.assert(
      fc.property(rates, (rate) => {
        const rows = planInstallments(rate);
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
    expect(planName({ TypeName: "Residential", CategoryName: "A", Floor: "Ground + 1", ...over2026 })).toBe(
      "Residential A Ground + 1 01/2026-12/2026",
    );
    expect(planDescription(over2026)).toBe("01/2026 - 12/2026");
  });

  test("cannot end before it starts", () => {
    expect(isValidPeriod(over2026)).toBe(true);
    expect(isValidPeriod({ ...over2026, EndMonth: 1 })).toBe(true);
    expect(isValidPeriod({ ...over2026, EndYear: 2025 })).toBe(false);
    expect(periodMonths({ ...over2026, EndYear: 2025, EndMonth: 11 })).toEqual([]);
  });

  test("overlaps another exactly if they share a month", () => {
    fc.assert(
      fc.property(periods, periods, (a, b) => {
        const ofB = new Set(periodMonths(b).map(({ year, month }) => `${year}-${month}`));
        const isShared = periodMonths(a).some(({ year, month }) => ofB.has(`${year}-${month}`));
        expect(periodsOverlap(a, b)).toBe(isShared);
        expect(periodsOverlap(b, a)).toBe(isShared);
      }),
      { numRuns: 1_000 },
    );
    expect(periodsOverlap(over2026, { StartMonth: 12, StartYear: 2026, EndMonth: 3, EndYear: 2027 })).toBe(true);
    expect(periodsOverlap(over2026, { StartMonth: 1, StartYear: 2027, EndMonth: 3, EndYear: 2027 })).toBe(false);
  });
});
