import { type TZDate, TZDateMini } from "@date-fns/tz";
import { getDaysInMonth } from "date-fns/getDaysInMonth";

/** A calendar day of the society, `YYYY-MM-DD`; as text it sorts by time. */
export type Day = string;

export interface YearMonth {
  readonly year: number;
  /** 1 to 12. */
  readonly month: number;
}

export const societyTimeZone = "Asia/Karachi";

export const monthNames = [
  "January",
  "February",
  "March",
  "April",
  "May",
  "June",
  "July",
  "August",
  "September",
  "October",
  "November",
  "December",
] as const;

/** The day in society time at this instant. */
export function societyDayAt(instant: Date): Day {
  const time = instant.getTime();
  // Cached, because it is called several times per change and time zone calculations are slow.
  if (!(time >= cachedDay.from && time < cachedDay.until)) {
    const day = localDay(new TZDateMini(time, societyTimeZone));
    cachedDay = { day, from: startOfDay(day).getTime(), until: startOfDay(addDays(day, 1)).getTime() };
  }
  return cachedDay.day;
}

/** The last result of `societyDayAt`, and the milliseconds between which it is valid. */
let cachedDay = { day: "", from: 0, until: 0 };

/** The instant at which the day begins in society time. */
export function startOfDay(day: Day): Date {
  const { year, month } = monthOf(day);
  return new Date(new TZDateMini(year, month - 1, Number(day.slice(8)), societyTimeZone).getTime());
}

/** Whether the text is an existing calendar day `YYYY-MM-DD` from 1900 to 2200. */
export function isDay(text: string): boolean {
  const [, year, month, day] = (/^(\d{4})-(\d\d)-(\d\d)$/.exec(text) ?? []).map(Number);
  if (!year || !month || !day) return false;
  if (year < 1900 || year > 2200 || month > 12) return false;
  // Every month has 28 days. The calendar is asked only for later days, because it is slow for many thousands of rows.
  return day <= 28 || day <= daysInMonth({ year, month });
}

/** The day `day` of the month, or the last day of the month when the month is shorter. */
export function dayOfMonth({ year, month, day }: YearMonth & { readonly day: number }): Day {
  return `${monthKey({ year, month })}-${twoDigits(Math.min(day, daysInMonth({ year, month })))}`;
}

/** The day `count` days after `day`; before it when negative. */
export function addDays(day: Day, count: number): Day {
  return new Date(Date.parse(day) + count * dayMs).toISOString().slice(0, 10);
}

/** Days from `start` to `end`; negative when `end` comes first. */
export function daysBetween(start: Day, end: Day): number {
  return (Date.parse(end) - Date.parse(start)) / dayMs;
}

/** The month that contains the day; NaN for a row without a day, which was written directly to the database. */
export function monthOf(day: Day): YearMonth {
  if (typeof day !== "string") return { year: Number.NaN, month: Number.NaN };
  return { year: Number(day.slice(0, 4)), month: Number(day.slice(5, 7)) };
}

/** `YYYY-MM`, the prefix of every day of the month. */
export function monthKey({ year, month }: YearMonth): string {
  return `${String(year).padStart(4, "0")}-${twoDigits(month)}`;
}

/** The month `count` months after `month`; before it when negative. */
export function addMonths(month: YearMonth, count: number): YearMonth {
  const index = monthIndex(month) + count;
  return { year: Math.floor(index / 12), month: (index % 12) + 1 };
}

/** A consecutive number for each month, to compare and subtract months. */
export function monthIndex({ year, month }: YearMonth): number {
  return year * 12 + month - 1;
}

/** All months from `start` to `end`, both included; none when `end` comes first. */
export function monthsBetween(start: YearMonth, end: YearMonth): YearMonth[] {
  const count = Math.max(0, monthIndex(end) - monthIndex(start) + 1);
  return Array.from({ length: count }, (_, offset) => addMonths(start, offset));
}

/** `11/2026`. */
export function formatMonthYear({ year, month }: YearMonth): string {
  return `${twoDigits(month)}/${year}`;
}

/** `10/11/2026`; a dash for a row without a day, which was written directly to the database. */
export function formatDay(day: Day): string {
  if (typeof day !== "string") return "—";
  return `${day.slice(8)}/${day.slice(5, 7)}/${day.slice(0, 4)}`;
}

/** `10/11/26`, for narrow cards. */
export function formatShortDay(day: Day): string {
  if (typeof day !== "string") return "—";
  return `${day.slice(8)}/${day.slice(5, 7)}/${day.slice(2, 4)}`;
}

/** `10/11/2026 14:05`, in society time. */
export function formatDateTime(instant: Date): string {
  const local = new TZDateMini(instant.getTime(), societyTimeZone);
  return `${formatDay(localDay(local))} ${twoDigits(local.getHours())}:${twoDigits(local.getMinutes())}`;
}

function localDay(local: TZDate): Day {
  return `${monthKey({ year: local.getFullYear(), month: local.getMonth() + 1 })}-${twoDigits(local.getDate())}`;
}

// Date.parse reads a day as midnight UTC, where every day has 24 hours.
const dayMs = 86_400_000;

function daysInMonth({ year, month }: YearMonth): number {
  return getDaysInMonth(new Date(year, month - 1));
}

function twoDigits(value: number): string {
  return String(value).padStart(2, "0");
}
