import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { computeDashboardRows } from "../../shared/domain/dashboard.ts";
import { computeMonthReport, financialHealth } from "../../shared/domain/month-report.ts";
import { chargedAmount, isSettled } from "../../shared/domain/schedule.ts";
import { type CountedInstallment, createEmptyTotals, foldInstallment } from "../../shared/domain/totals.ts";
import { paisa, zero } from "../../shared/money.ts";
import { scheduleRows } from "../harness/schedule-rows.ts";

const categories = ["R", "A", "Shops", "C"].map((CategoryName, index) => ({ CategoryID: index + 1, CategoryName }));
const november = { year: 2026, month: 11 };
const emptySummary = { paidCount: 0, unpaidCount: 0, paidAmount: 0, unpaidAmount: 0 };
const row = {
  PlotID: 1,
  CategoryID: 2,
  DueDate: "2026-11-10",
  Amount: paisa(250_000),
  PenaltyAmount: paisa(20_000),
  WaivedAmount: zero,
  WaivedPenalty: zero,
  PenaltyApplied: 0 as const,
  AmountReceived: paisa(0),
};

describe("the report of a month", () => {
  test("shows A, B, C and R with zeros and a profit if there are no installments and expenses", () => {
    expect(computeMonthReport({ totals: createEmptyTotals(), ...november, categories, expenses: [] })).toEqual({
      summary: { A: emptySummary, B: emptySummary, C: emptySummary, R: emptySummary },
      total: { received: 0, due: 0, expenses: 0, status: "Profit" },
    });
  });

  test("counts a house as paid only if all its installments of the month are", () => {
    const totals = totalsOf([
      { ...row, AmountReceived: paisa(250_000) },
      { ...row, AmountReceived: paisa(249_999) },
      { ...row, PlotID: 2, AmountReceived: paisa(250_000) },
      { ...row, PlotID: 2, DueDate: "2026-12-10" },
    ]);
    const { summary } = computeMonthReport({ totals, ...november, categories, expenses: [] });
    expect(summary.A).toEqual({ paidCount: 1, unpaidCount: 1, paidAmount: 7_499.99, unpaidAmount: 0.01 });
  });

  test("shows other categories only if they have installments, after A, B, C and R and sorted by name", () => {
    const shops = { CategoryID: 7, CategoryName: "Shops" };
    const others = [{ CategoryID: 6, CategoryName: "Villas" }, shops, { CategoryID: 8, CategoryName: "Kiosks" }];
    const totals = totalsOf([
      { ...row, CategoryID: 6 },
      { ...row, CategoryID: 7 },
    ]);
    const { summary } = computeMonthReport({
      totals,
      ...november,
      categories: [...categories, ...others],
      expenses: [],
    });
    expect(Object.keys(summary)).toEqual(["A", "B", "C", "R", "Shops", "Villas"]);
  });

  test("accepts any category name", () => {
    const unusual = [{ CategoryID: 2, CategoryName: "__proto__" }];
    const { summary } = computeMonthReport({ totals: totalsOf([row]), ...november, categories: unusual, expenses: [] });
    expect(Object.keys(summary)).toContain("__proto__");
  });

  test("has the sums of its rows, and the same totals as the dashboard", () => {
    fc.assert(
      fc.property(fc.array(scheduleRows, { maxLength: 40 }), fc.array(fc.nat(1_000_000).map(paisa)), (rows, spent) => {
        const totals = totalsOf(rows);
        const expenses = spent.map((Amount) => ({ Amount }));
        const report = computeMonthReport({ totals, ...november, categories, expenses });

        const rowsOfMonth = rows.filter(({ DueDate }) => DueDate.startsWith("2026-11"));
        for (const { CategoryID, CategoryName } of categories) {
          const rowsOfCategory = rowsOfMonth.filter((row) => row.CategoryID === CategoryID);
          const houses = new Set(rowsOfCategory.map(({ PlotID }) => PlotID));
          const unpaid = new Set(rowsOfCategory.filter((row) => !isSettled(row)).map(({ PlotID }) => PlotID));
          const received = sum(rowsOfCategory.map(({ AmountReceived }) => AmountReceived));
          const due = sum(rowsOfCategory.map(chargedAmount)) - received;
          expect(report.summary[CategoryName] ?? emptySummary).toEqual({
            paidCount: houses.size - unpaid.size,
            unpaidCount: unpaid.size,
            paidAmount: received / 100,
            unpaidAmount: due / 100,
          });
        }

        const summaries = Object.values(report.summary);
        expect(report.total.received).toBeCloseTo(sum(summaries.map(({ paidAmount }) => paidAmount)), 4);
        expect(report.total.due).toBeCloseTo(sum(summaries.map(({ unpaidAmount }) => unpaidAmount)), 4);
        expect(report.total.expenses).toBe(sum(spent) / 100);
        const month = computeDashboardRows(totals, "2026-11-21")[1];
        expect(month).toMatchObject({ amount_received: report.total.received, amount_due: report.total.due });
      }),
      { numRuns: 1_000 },
    );
  });
});

describe("financial health", () => {
  test.each([
    [0, 0, "Profit"],
    [517_500, 412_650, "Profit"],
    [100, 100, "Profit"],
    [75, 100, "Loss (25%)"],
    [0, 100, "Loss (100%)"],
    [1, 3, "Loss (67%)"],
  ])("of %d received and %d spent is %s", (received, spent, text) => {
    expect(financialHealth(received, spent)).toBe(text);
  });
});

function totalsOf(rows: readonly CountedInstallment[]) {
  const totals = createEmptyTotals();
  for (const after of rows) foldInstallment(totals, { before: null, after });
  return totals;
}

function sum(numbers: readonly number[]) {
  return numbers.reduce((total, number) => total + number, 0);
}
