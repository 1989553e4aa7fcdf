import { addMonths, type Day, monthOf, monthsBetween, type YearMonth } from "../dates.ts";
import { addToSum, type PaisaSum, percentOf, subtractFromSum, sumPaisa, toRupees, zero } from "../money.ts";
import type { DashboardData } from "../wire.ts";
import { isOverdue } from "./schedule.ts";
import { type CategoryTotals, type ChargeTotals, getCategoryTotals, getExpenseTotal, type Totals } from "./totals.ts";

/** A card of the dashboard; amounts in rupees. The field names are those of the API. */
export type DashboardRow = DashboardData["data"][number];

/** The four cards of the dashboard. A year has all twelve months, future ones included. */
export function computeDashboardRows(totals: Totals, today: Day): DashboardRow[] {
  const month = monthOf(today);
  const lastMonth = addMonths(month, -1);
  return [
    computeDashboardRow({ totals, period: "Current Year", months: monthsOfYear(month.year) }),
    computeDashboardRow({ totals, period: "Current Month", months: [month] }),
    computeDashboardRow({ totals, period: "Last Month", months: [lastMonth] }),
    computeDashboardRow({ totals, period: "Last Year", months: monthsOfYear(month.year - 1) }),
  ];
}

/** Recovery percentages of what was due in the year up to today, and up to the same day of the year before. */
type YearToDate = DashboardData["yearToDate"];

/** Both percentages count all payments received until now, including those after the same day of the year before. */
export function computeYearToDate(totals: Totals, today: Day): YearToDate {
  const { year } = monthOf(today);
  const sumUntil = (until: Day) =>
    sumCharges(
      monthsBetween({ year: monthOf(until).year, month: 1 }, monthOf(until))
        .flatMap((month) => listDayTotals(totals, month))
        .filter(([day]) => day <= until)
        .map(([, charges]) => charges),
    );
  const current = sumUntil(today);
  const previous = sumUntil(`${year - 1}${today.slice(4)}`);
  return {
    recovery: percentOf(current.received, current.charged),
    lastYear: previous.charged === zero ? null : percentOf(previous.received, previous.charged),
  };
}

/** The figures of a month for the dashboard's chart; amounts in rupees. */
type MonthFigures = DashboardData["months"][number];

/** The figures of the twelve months of the year. */
export function computeMonthlyFigures({
  totals,
  year,
  today,
}: {
  totals: Totals;
  year: number;
  today: Day;
}): MonthFigures[] {
  return monthsOfYear(year).map((month) => {
    const days = listDayTotals(totals, month);
    const { received } = sumCharges(days.map(([, charges]) => charges));
    const overdueDays = days.filter(([day]) => isOverdue(day, today));
    const laterDays = days.filter(([day]) => !isOverdue(day, today));
    return {
      month: month.month,
      received: toRupees(received),
      due: toRupees(sumOutstanding(overdueDays)),
      notDueYet: toRupees(sumOutstanding(laterDays)),
      expenses: toRupees(getExpenseTotal(totals, month)),
    };
  });
}

/** The figures of a category in one month; amounts in rupees. */
type CategoryFigures = Omit<DashboardData["categories"][number], "CategoryName">;

/** The figures of every category that has installments in the month, ordered by CategoryID. */
export function computeCategoryFigures(totals: Totals, month: YearMonth): CategoryFigures[] {
  const figures = [...getCategoryTotals(totals, month)].map(([CategoryID, category]) => {
    const { charged, received } = sumCategory(category);
    const due = subtractFromSum(charged, received);
    return { CategoryID, received: toRupees(received), due: toRupees(due), recovery: percentOf(received, charged) };
  });
  return figures.sort((a, b) => a.CategoryID - b.CategoryID);
}

/** The amounts charged and received for all installments of the category. */
export function sumCategory(category: CategoryTotals): ChargeTotals {
  return sumCharges(category.days.values());
}

interface DashboardRowInput {
  readonly totals: Totals;
  readonly period: DashboardRow["period"];
  readonly months: readonly YearMonth[];
}

function computeDashboardRow({ totals, period, months }: DashboardRowInput): DashboardRow {
  const days = months.flatMap((month) => listDayTotals(totals, month));
  const { charged, received } = sumCharges(days.map(([, charges]) => charges));
  return {
    period,
    total_amount: toRupees(charged),
    amount_received: toRupees(received),
    amount_due: toRupees(subtractFromSum(charged, received)),
    recovery_percentage: percentOf(received, charged),
    total_expense: toRupees(sumPaisa(months.map((month) => getExpenseTotal(totals, month)))),
  };
}

function monthsOfYear(year: number): YearMonth[] {
  return monthsBetween({ year, month: 1 }, { year, month: 12 });
}

function listDayTotals(totals: Totals, month: YearMonth): [Day, ChargeTotals][] {
  return [...getCategoryTotals(totals, month)].flatMap(([, category]) => [...category.days]);
}

function sumCharges(charges: Iterable<ChargeTotals>): ChargeTotals {
  const sum: ChargeTotals = { charged: zero, received: zero };
  for (const { charged, received } of charges) {
    sum.charged = addToSum(sum.charged, charged);
    sum.received = addToSum(sum.received, received);
  }
  return sum;
}

function sumOutstanding(days: readonly [Day, ChargeTotals][]): PaisaSum {
  const { charged, received } = sumCharges(days.map(([, charges]) => charges));
  return subtractFromSum(charged, received);
}
