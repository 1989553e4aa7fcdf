import { MONTH_NAMES, type YearMonth } from "../../shared/dates.ts";
import { t } from "./t.ts";

const shortNames = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"] as const;

/** What a month is called, 1 for January. */
export function monthName(month: number): string {
  return t(MONTH_NAMES[month - 1] ?? "January");
}

/** The same in a few letters. */
export function shortMonthName(month: number): string {
  return t(shortNames[month - 1] ?? "Jan");
}

/** `November 2026`. */
export function monthYearText({ year, month }: YearMonth): string {
  return t("{month} {year}", { month: monthName(month), year });
}
