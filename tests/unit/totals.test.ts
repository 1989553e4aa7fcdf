import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  computeAgeing,
  foldOutstanding,
  foldOutstandingGroup,
  type OutstandingByPlot,
  sumAgeing,
} from "../../shared/domain/ageing.ts";
import {
  computeCategoryFigures,
  computeDashboardRows,
  computeMonthlyFigures,
  computeYearToDate,
} from "../../shared/domain/dashboard.ts";
import { computeMonthReport } from "../../shared/domain/month-report.ts";
import { chargedAmount } from "../../shared/domain/schedule.ts";
import {
  type CountedExpense,
  type CountedInstallment,
  createEmptyTotals,
  findDifferingMonths,
  foldExpense,
  foldInstallment,
  foldInstallmentGroup,
  getExpenseTotal,
} from "../../shared/domain/totals.ts";
import { paisa, percentOf, zero } from "../../shared/money.ts";
import { dates, scheduleRows } from "../harness/schedule-rows.ts";

const expenses = fc.record({
  Month: fc.constantFrom("01", "06", "10", "11", "12"),
  Year: fc.constantFrom("2025", "2026"),
  Amount: fc.integer({ min: 0, max: 5_000_000 }).map(paisa),
});

/** The states of a row one after the other: mostly payments, sometimes another change or a deletion (null). */
const rowHistories = fc
  .tuple(scheduleRows, fc.array(fc.option(fc.oneof(fc.nat(1_000_000), scheduleRows)), { maxLength: 5 }))
  .map(([row, steps]) => [row, ...steps.map((step) => (typeof step === "number" ? withReceived(row, step) : step))]);

describe("running totals", () => {
  test("folding changes in any order equals counting the remaining rows and expenses", () => {
    const rowSteps = fc.array(rowHistories, { maxLength: 10 });
    const expenseSteps = fc.array(fc.array(fc.option(expenses), { minLength: 1, maxLength: 4 }), { maxLength: 5 });
    const histories = fc.tuple(rowSteps, expenseSteps).chain(([rows, spent]) => {
      const folds = [
        ...rows.flatMap(changesOf).map((change) => ({ schedule: change })),
        ...spent.flatMap(changesOf).map((change) => ({ expense: change })),
      ];
      return fc.record({
        folds: fc.shuffledSubarray(folds, { minLength: folds.length }),
        rows: fc.constant(rows.map((steps) => steps.at(-1) ?? null)),
        spent: fc.constant(spent.map((steps) => steps.at(-1) ?? null)),
      });
    });
    fc.assert(
      fc.property(histories, ({ folds, rows, spent }) => {
        const running = createEmptyTotals();
        for (const fold of folds) {
          if ("schedule" in fold) foldInstallment(running, fold.schedule);
          else foldExpense(running, fold.expense);
        }
        expect(findDifferingMonths(running, foldTotals(rows, spent))).toEqual([]);
      }),
      { numRuns: 1_000 },
    );
  });

  test("a group of equal installments of several houses is counted like single installments", () => {
    fc.assert(
      fc.property(scheduleRows, fc.array(fc.integer({ min: 1, max: 8 })), (row, PlotIDs) => {
        const [together, outstanding] = [createEmptyTotals(), new Map()];
        foldInstallmentGroup(together, { row, PlotIDs });
        foldOutstandingGroup(outstanding, { row, PlotIDs });
        const [singly, outstandingSingly] = [createEmptyTotals(), new Map()];
        for (const PlotID of PlotIDs) {
          foldInstallment(singly, { before: null, after: { ...row, PlotID } });
          foldOutstanding(outstandingSingly, { before: null, after: { ...row, PlotID } });
        }
        expect([together, outstanding]).toEqual([singly, outstandingSingly]);
      }),
    );
  });

  test("removing everything leaves empty totals", () => {
    fc.assert(
      fc.property(fc.array(scheduleRows), fc.array(expenses), (rows, spent) => {
        const totals = foldTotals(rows, spent);
        for (const before of rows) foldInstallment(totals, { before, after: null });
        for (const before of spent) foldExpense(totals, { before, after: null });
        expect(totals).toEqual(createEmptyTotals());
      }),
      { numRuns: 1_000 },
    );
  });

  test("a difference of one paisa, house or expense is found in its month", () => {
    const row = { ...sampleRow, AmountReceived: paisa(100) };
    const totals = foldTotals([row], []);
    expect(findDifferingMonths(totals, foldTotals([{ ...row, AmountReceived: paisa(101) }], []))).toEqual(["2026-11"]);
    expect(findDifferingMonths(totals, foldTotals([{ ...row, PlotID: 2 }], []))).toEqual(["2026-11"]);
    expect(findDifferingMonths(totals, foldTotals([{ ...row, DueDate: "2026-12-10" }], []))).toEqual([
      "2026-11",
      "2026-12",
    ]);
    const spent = { Month: "10", Year: "2026", Amount: paisa(1) };
    expect(findDifferingMonths(totals, foldTotals([row], [spent]))).toEqual(["2026-10"]);
  });
});

describe("sums beyond 2^53 paisa", () => {
  const largest = paisa(1_000_000_000_00);
  const spent = { Month: "11", Year: "2026", Amount: largest };

  test("two imports of 46,000 expenses of the largest amount are counted exactly, and removed again", () => {
    const totals = foldTotals([], Array<CountedExpense>(92_000).fill(spent));
    foldExpense(totals, { before: null, after: { ...spent, Amount: paisa(1) } });
    expect(getExpenseTotal(totals, { year: 2026, month: 11 })).toBe(92_000n * 1_000_000_000_00n + 1n);
    const [year, month] = computeDashboardRows(totals, "2026-11-21");
    expect([year?.total_expense, month?.total_expense]).toEqual([92_000_000_000_000, 92_000_000_000_000]);
    for (let count = 0; count < 92_000; count++) foldExpense(totals, { before: spent, after: null });
    expect(findDifferingMonths(totals, foldTotals([], [{ ...spent, Amount: paisa(1) }]))).toEqual([]);
  });

  test("installments of the largest amount are counted exactly in totals and balances, alone and in groups", () => {
    const row = { ...sampleRow, Amount: largest };
    const paid = { ...row, AmountReceived: paisa(largest - 1) };
    const totals = createEmptyTotals();
    const balances: OutstandingByPlot = new Map();
    const group = { row, PlotIDs: Array<number>(500_000).fill(1) };
    foldInstallmentGroup(totals, group);
    foldOutstandingGroup(balances, group);
    foldInstallment(totals, { before: row, after: paid });
    foldOutstanding(balances, { before: row, after: paid });
    const [, month] = computeDashboardRows(totals, "2026-11-21");
    expect(month).toMatchObject({ total_amount: 500_000e9, amount_received: 999_999_999.99, recovery_percentage: 0 });
    expect(month?.amount_due).toBe(499_999_000_000_000);
    const [house] = computeAgeing(balances, "2026-11-21");
    expect(house?.amounts.overdue).toBe(499_999n * 1_000_000_000_00n + 1n);
    expect(sumAgeing([house?.amounts, house?.amounts].flatMap((amounts) => amounts ?? [])).overdue).toBe(
      2n * (499_999n * 1_000_000_000_00n + 1n),
    );
    for (let count = 0; count < 499_999; count++) foldOutstanding(balances, { before: row, after: null });
    foldOutstanding(balances, { before: paid, after: null });
    expect(balances.size).toBe(0);
  });

  test("the report of a month has such sums in whole rupees", () => {
    const expenses = Array<CountedExpense>(92_000).fill(spent);
    const totals = foldTotals([{ ...sampleRow, AmountReceived: sampleRow.Amount }], expenses);
    const report = computeMonthReport({ totals, year: 2026, month: 11, categories: [], expenses });
    expect(report.total).toEqual({ received: 2_500, due: 0, expenses: 92_000_000_000_000, status: "Loss (100%)" });
  });
});

describe("the dashboard", () => {
  test("shows the sums of rows and expenses for each period", () => {
    fc.assert(
      fc.property(fc.array(scheduleRows), fc.array(expenses), dates, (rows, spent, today) => {
        const prefixes = prefixesOf(today);
        const expected = prefixes.map(([period, prefix]) => {
          const inPeriod = rows.filter(({ DueDate }) => DueDate.startsWith(prefix));
          const total = sum(inPeriod.map(chargedAmount));
          const received = sum(inPeriod.map(({ AmountReceived }) => AmountReceived));
          const expense = sum(
            spent.filter(({ Year, Month }) => `${Year}-${Month}`.startsWith(prefix)).map(({ Amount }) => Amount),
          );
          return {
            period,
            total_amount: total / 100,
            amount_received: received / 100,
            amount_due: (total - received) / 100,
            recovery_percentage: percentOf(received, total),
            total_expense: expense / 100,
          };
        });
        expect(computeDashboardRows(foldTotals(rows, spent), today)).toEqual(expected);
      }),
      { numRuns: 1_000 },
    );
  });

  test("compares January with December of the previous year", () => {
    const rows = computeDashboardRows(foldTotals([{ ...sampleRow, DueDate: "2025-12-10" }], []), "2026-01-05");
    expect(rows.map(({ period, total_amount }) => [period, total_amount])).toEqual([
      ["Current Year", 0],
      ["Current Month", 0],
      ["Last Month", 2_500],
      ["Last Year", 2_500],
    ]);
  });
});

describe("the figures of a year by month", () => {
  test("separate overdue amounts from those not due yet", () => {
    fc.assert(
      fc.property(fc.array(scheduleRows), fc.array(expenses), dates, (rows, spent, today) => {
        const year = Number(today.slice(0, 4));
        const months = computeMonthlyFigures({ totals: foldTotals(rows, spent), year, today });
        expect(months.map(({ month }) => month)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]);
        for (const { month, received, due, notDueYet, expenses: spentInMonth } of months) {
          const key = `${year}-${String(month).padStart(2, "0")}`;
          const inMonth = rows.filter(({ DueDate }) => DueDate.startsWith(key));
          const outstandingOf = (openRows: typeof rows) =>
            sum(openRows.map((row) => chargedAmount(row) - row.AmountReceived)) / 100;
          expect(received).toBe(sum(inMonth.map(({ AmountReceived }) => AmountReceived)) / 100);
          expect(due).toBe(outstandingOf(inMonth.filter(({ DueDate }) => DueDate < today)));
          expect(notDueYet).toBe(outstandingOf(inMonth.filter(({ DueDate }) => DueDate >= today)));
          const expensesOfMonth = spent.filter(({ Year, Month }) => `${Year}-${Month}` === key);
          expect(spentInMonth).toBe(sum(expensesOfMonth.map(({ Amount }) => Amount)) / 100);
        }
      }),
      { numRuns: 500 },
    );
  });
});

describe("the figures of the year to date", () => {
  const paidRow = { ...sampleRow, AmountReceived: sampleRow.Amount };
  const foldYears = (years: readonly [year: string, row: typeof sampleRow][]) =>
    foldTotals(
      years.flatMap(([year, row]) => ["06-10", "11-15", "12-10"].map((day) => ({ ...row, DueDate: `${year}-${day}` }))),
      [],
    );

  test("have the recovery of what was due until today, and of what was due until the same day of last year", () => {
    const totals = foldYears([
      ["2026", sampleRow],
      ["2025", paidRow],
    ]);
    const withOnePaid = foldTotals([{ ...paidRow, DueDate: "2026-11-15" }], []);
    expect(computeYearToDate(totals, "2026-11-15")).toEqual({ recovery: 0, lastYear: 100 });
    expect(computeYearToDate(withOnePaid, "2026-11-15")).toEqual({ recovery: 100, lastYear: null });
    expect(computeYearToDate(withOnePaid, "2026-11-14")).toEqual({ recovery: 0, lastYear: null });
    expect(computeYearToDate(withOnePaid, "2027-11-14")).toEqual({ recovery: 0, lastYear: null });
    expect(computeYearToDate(withOnePaid, "2027-11-15")).toEqual({ recovery: 0, lastYear: 100 });
  });
});

describe("the figures of a month by category", () => {
  test("show each category with installments, sorted by id", () => {
    const rows = [
      { ...sampleRow, PlotID: 1, CategoryID: 9, AmountReceived: paisa(250_000) },
      { ...sampleRow, PlotID: 2, CategoryID: 2, AmountReceived: paisa(50_000) },
      { ...sampleRow, PlotID: 3, CategoryID: 2 },
      { ...sampleRow, PlotID: 4, CategoryID: 5, DueDate: "2026-12-10" },
    ];
    expect(computeCategoryFigures(foldTotals(rows, []), { year: 2026, month: 11 })).toEqual([
      { CategoryID: 2, received: 500, due: 4_500, recovery: 10 },
      { CategoryID: 9, received: 2_500, due: 0, recovery: 100 },
    ]);
    expect(computeCategoryFigures(createEmptyTotals(), { year: 2026, month: 11 })).toEqual([]);
  });
});

const sampleRow = {
  PlotID: 1,
  CategoryID: 1,
  DueDate: "2026-11-10",
  Amount: paisa(250_000),
  PenaltyAmount: paisa(0),
  WaivedAmount: zero,
  WaivedPenalty: zero,
  PenaltyApplied: 0 as const,
  AmountReceived: paisa(0),
};

function withReceived(row: CountedInstallment, amount: number): CountedInstallment {
  return { ...row, AmountReceived: paisa(Math.min(amount, chargedAmount(row))) };
}

function foldTotals(rows: readonly (CountedInstallment | null)[], spent: readonly (CountedExpense | null)[]) {
  const totals = createEmptyTotals();
  for (const after of rows) foldInstallment(totals, { before: null, after });
  for (const after of spent) foldExpense(totals, { before: null, after });
  return totals;
}

/** The changes from each state to the next; null is a deleted row. */
function changesOf<State>(states: readonly (State | null)[]) {
  return states.map((after, index) => ({ before: states[index - 1] ?? null, after }));
}

/** The periods of the dashboard on this day, each with what its dates (YYYY-MM-DD) begin with. */
function prefixesOf(today: string) {
  const year = Number(today.slice(0, 4));
  const month = Number(today.slice(5, 7));
  const lastMonth = month === 1 ? `${year - 1}-12` : `${year}-${String(month - 1).padStart(2, "0")}`;
  return [
    ["Current Year", `${year}`],
    ["Current Month", today.slice(0, 7)],
    ["Last Month", lastMonth],
    ["Last Year", `${year - 1}`],
  ] as const;
}

function sum(numbers: readonly number[]) {
  return numbers.reduce((total, number) => total + number, 0);
}
