import { type Day, formatDateTime, monthNames, monthOf, societyTimeZone, type YearMonth } from "../../shared/dates.ts";
import { isolate, t } from "./t.ts";

const shortMonthNames = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"] as const;

const clockTimeFormat = new Intl.DateTimeFormat("en-GB", {
  timeZone: societyTimeZone,
  hour: "2-digit",
  minute: "2-digit",
});

/** `16:42` in society time. */
export function formatClockTime(time: Date): string {
  return clockTimeFormat.format(time);
}

/** `21/11/2026 16:42` in society time, left-to-right in every language. `isoTime` is in UTC. */
export function formatTimestamp(isoTime: string): string {
  return isolate(formatDateTime(new Date(isoTime)));
}

/** `just now`, `5 minutes ago`, `3 hours ago`; from the next day on `21/11/2026 16:42`. */
export function formatRelativeTime(time: Date, now: Date): string {
  const minutes = Math.floor((now.getTime() - time.getTime()) / 60_000);
  if (minutes < 1) return t("just now");
  if (minutes < 60) return relativeTimeFormat().format(-minutes, "minute");
  if (minutes < 24 * 60) return relativeTimeFormat().format(-Math.floor(minutes / 60), "hour");
  return formatTimestamp(time.toISOString());
}

/** In the page's language. */
function relativeTimeFormat(): Intl.RelativeTimeFormat {
  return new Intl.RelativeTimeFormat(document.documentElement.lang);
}

/** `40 sec`, `4 min`, `3 hr`, `2 days` in the page's language. */
export function formatAge(ms: number): string {
  const seconds = ms / 1_000;
  const { unit, length } = ageUnits.find((each) => seconds >= each.length) ?? ageUnits[3];
  const count = Math.max(0, Math.floor(seconds / length));
  return count.toLocaleString(document.documentElement.lang, { style: "unit", unit, unitDisplay: "short" });
}

/** From the longest; `length` in seconds. */
const ageUnits = [
  { unit: "day", length: 86_400 },
  { unit: "hour", length: 3_600 },
  { unit: "minute", length: 60 },
  { unit: "second", length: 1 },
] as const;

/** The name of a month, 1 for January. */
export function monthName(month: number): string {
  return t(monthNames[month - 1] ?? "January");
}

export function shortMonthName(month: number): string {
  return t(shortMonthNames[month - 1] ?? "Jan");
}

/** `10 Nov`, where the year is known. */
export function formatDayMonth(day: Day): string {
  return t("{day} {month}", { day: Number(day.slice(8)), month: shortMonthName(monthOf(day).month) });
}

/** `November 2026`. */
export function monthYearText({ year, month }: YearMonth): string {
  return t("{month} {year}", { month: monthName(month), year });
}

/** `Nov 2026`. */
export function shortMonthYearText({ year, month }: YearMonth): string {
  return t("{month} {year}", { month: shortMonthName(month), year });
}

/** All months as options of a select, by their numbers. */
export function buildMonthOptions() {
  return monthNames.map((name, index) => ({ value: index + 1, label: t(name) }));
}
