import { addMonths, type Day, monthOf, monthsBetween, type YearMonth } from "../dates.ts";
import { type Paisa, paisa, percentOf, subtractPaisa, sumPaisa, toRupees } from "../money.ts";
import { type CategoryTotals, type ChargeTotals, getCategoryTotals, getExpenseTotal, type Totals } from "./totals.ts";

/** Amounts in rupees, as sent. */
export interface DashboardRow {
  readonly period: "Current Year" | "Current Month" | "Last Month" | "Last Year";
  readonly total_amount: number;
  readonly amount_received: number;
  readonly amount_due: number;
  readonly recovery_percentage: number;
  readonly total_expense: number;
}

/** Current Year, Current Month, Last Month, Last Year; a year is all twelve months, those to come included. */
export function dashboardRows(totals: Totals, today: Day): DashboardRow[] {
  const month = monthOf(today);
  const lastMonth = addMonths(month, -1);
  return [
    dashboardRow({ totals, period: "Current Year", months: monthsOf(month.year) }),
    dashboardRow({ totals, period: "Current Month", months: [month] }),
    dashboardRow({ totals, period: "Last Month", months: [lastMonth] }),
    dashboardRow({ totals, period: "Last Year", months: monthsOf(month.year - 1) }),
  ];
}

/** Amounts in rupees. */
export interface MonthFigures {
  readonly month: number;
  readonly received: number;
  /** Open, with a due date up to today. */
  readonly due: number;
  /** Open, with a later due date. */
  readonly notDueYet: number;
  readonly expenses: number;
}

/** The twelve months of the year. */
export function monthlyFigures({ totals, year, today }: { totals: Totals; year: number; today: Day }): MonthFigures[] {
  return monthsOf(year).map((month) => {
    const days = daysOf(totals, month);
    const { received } = sumCharges(days.map(([, charged]) => charged));
    const fallenDue = days.filter(([day]) => day <= today);
    const later = days.filter(([day]) => day > today);
    return {
      month: month.month,
      received: toRupees(received),
      due: toRupees(outstandingIn(fallenDue)),
      notDueYet: toRupees(outstandingIn(later)),
      expenses: toRupees(getExpenseTotal(totals, month)),
    };
  });
}

/** Amounts in rupees. */
export interface CategoryFigures {
  readonly CategoryID: number;
  readonly received: number;
  readonly due: number;
  readonly recovery: number;
}

/** Every category that has rows in the month, by CategoryID. */
export function categoryFigures(totals: Totals, month: YearMonth): CategoryFigures[] {
  const figures = [...getCategoryTotals(totals, month)].map(([CategoryID, category]) => {
    const { total, received } = sumCategory(category);
    const due = subtractPaisa(total, received);
    return { CategoryID, received: toRupees(received), due: toRupees(due), recovery: percentOf(received, total) };
  });
  return figures.sort((a, b) => a.CategoryID - b.CategoryID);
}

/** All that the category's rows of a month charge and received. */
export function sumCategory(category: CategoryTotals): ChargeTotals {
  return sumCharges(category.days.values());
}

interface PeriodInput {
  readonly totals: Totals;
  readonly period: DashboardRow["period"];
  readonly months: readonly YearMonth[];
}

function dashboardRow({ totals, period, months }: PeriodInput): DashboardRow {
  const days = months.flatMap((month) => daysOf(totals, month));
  const { total, received } = sumCharges(days.map(([, charged]) => charged));
  return {
    period,
    total_amount: toRupees(total),
    amount_received: toRupees(received),
    amount_due: toRupees(subtractPaisa(total, received)),
    recovery_percentage: percentOf(received, total),
    total_expense: toRupees(sumPaisa(months.map((month) => getExpenseTotal(totals, month)))),
  };
}

function monthsOf(year: number): YearMonth[] {
  return monthsBetween({ year, month: 1 }, { year, month: 12 });
}

function daysOf(totals: Totals, month: YearMonth): [Day, ChargeTotals][] {
  return [...getCategoryTotals(totals, month)].flatMap(([, category]) => [...category.days]);
}

function sumCharges(charges: Iterable<ChargeTotals>): ChargeTotals {
  let total = 0;
  let received = 0;
  for (const charged of charges) {
    total += charged.total;
    received += charged.received;
  }
  return { total: paisa(total), received: paisa(received) };
}

function outstandingIn(days: readonly [Day, ChargeTotals][]): Paisa {
  const { total, received } = sumCharges(days.map(([, charged]) => charged));
  return subtractPaisa(total, received);
}
