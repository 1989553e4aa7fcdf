import { MONTH_NAMES, type YearMonth } from "../shared/dates.ts";
import { say } from "./lib/language.ts";

const short = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"] as const;

/** What a month is called, 1 for January. */
export function monthName(month: number): string {
  return say(MONTH_NAMES[month - 1] ?? "January");
}

/** The same in a few letters. */
export function shortMonthName(month: number): string {
  return say(short[month - 1] ?? "Jan");
}

/** `November 2026`. */
export function monthYearText({ year, month }: YearMonth): string {
  return say("{month} {year}", { month: monthName(month), year });
}
