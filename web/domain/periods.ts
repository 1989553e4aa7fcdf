import { addMonths, formatMonthYear, monthIndex, monthOf, type YearMonth } from "../../shared/dates.ts";
import type { DashboardRow } from "../../shared/domain/dashboard.ts";
import type { RatePeriod } from "../../shared/domain/payment-plan.ts";
import { monthYearText } from "../i18n/dateTime.ts";

/** The year or month of a dashboard period; a year has no `month`. `today` is the society's day, `YYYY-MM-DD`. */
export function periodOf(period: DashboardRow["period"], today: string): { year: number; month?: number } {
  const current = monthOf(today);
  if (period === "Current Year") return { year: current.year };
  if (period === "Last Year") return { year: current.year - 1 };
  return period === "Current Month" ? current : addMonths(current, -1);
}

/** The name of a dashboard period: "2026" or "November 2026". */
export function formatPeriod(period: DashboardRow["period"], today: string): string {
  const { year, month } = periodOf(period, today);
  return month === undefined ? String(year) : monthYearText({ year, month });
}

/** Joins consecutive months to ranges; a month alone is a range of its own. `months` must be sorted. */
export function toMonthRanges(months: readonly YearMonth[]): readonly { first: YearMonth; last: YearMonth }[] {
  const ranges: { first: YearMonth; last: YearMonth }[] = [];
  for (const month of months) {
    const range = ranges.at(-1);
    if (range && monthIndex(month) - monthIndex(range.last) <= 1) range.last = month;
    else ranges.push({ first: month, last: month });
  }
  return ranges;
}

/** The months in which a service rate applies: `01/2026 – 12/2026`. */
export function formatRatePeriod({ StartMonth, StartYear, EndMonth, EndYear }: RatePeriod): string {
  const start = formatMonthYear({ year: StartYear, month: StartMonth });
  const end = formatMonthYear({ year: EndYear, month: EndMonth });
  return `${start} – ${end}`;
}
