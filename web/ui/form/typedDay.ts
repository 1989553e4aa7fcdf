import { toLatinDigits } from "../../../shared/text.ts";

/** Days are `YYYY-MM-DD`, as everywhere; people read and type them as dd/mm/yyyy. */

export interface DayBounds {
  /** The first and the last day that can be chosen. */
  min?: string | undefined;
  max?: string | undefined;
}

/**
 * The day that a typed text means; undefined for another text. `t` is today, `-1` yesterday, `22` a day of this month,
 * `22/11` of this year, `221126` and `22/11/26` of 2026. Missing parts are chosen so that the day is within the
 * bounds, if that is possible.
 */
export function parseTypedDay(text: string, { today, min, max }: DayBounds & { today: string }): string | undefined {
  const typed = toLatinDigits(text).trim().toLowerCase();
  if (todayWords.includes(typed)) return today;
  if (/^[+\-−]\d{1,4}$/.test(typed)) return addDays(today, Number(typed.replace("−", "-")));
  const iso = /^(\d{4})-(\d{1,2})-(\d{1,2})$/.exec(typed);
  if (iso) return toDay(iso[1], iso[2], iso[3]);
  const [, day, month, year] =
    /^(\d\d)(\d\d)(\d{4}|\d\d)?$/.exec(typed) ??
    /^(\d{1,2})(?:[/.\s-]+(\d{1,2})(?:[/.\s-]+(\d{4}|\d\d))?)?$/.exec(typed) ??
    [];
  if (day === undefined) return undefined;
  const thisYear = Number(today.slice(0, 4));
  const thisMonth = Number(today.slice(5, 7));
  const candidates = [0, -1, 1].map((offset) => {
    if (year !== undefined) return toDay(year.length === 2 ? `20${year}` : year, month, day);
    if (month !== undefined) return toDay(thisYear + offset, month, day);
    const monthIndex = thisYear * 12 + thisMonth - 1 + offset;
    return toDay(Math.floor(monthIndex / 12), (monthIndex % 12) + 1, day);
  });
  return candidates.find((candidate) => candidate !== undefined && isWithin(candidate, { min, max })) ?? candidates[0];
}

/** Whether the text is a whole date, so that the user need not leave the field before it counts. */
export function isWholeDate(text: string): boolean {
  return /^(\d{1,2}[/.\s-]\d{1,2}[/.\s-]\d{4}|\d{4}-\d\d-\d\d|\d{8})$/.test(toLatinDigits(text).trim());
}

/** Whether the value of a field is an existing day `YYYY-MM-DD`. */
export function isDayValue(value: unknown): value is string {
  return typeof value === "string" && /^\d{4}-\d\d-\d\d$/.test(value) && addDays(value, 0) === value;
}

export function isWithin(day: string, { min, max }: DayBounds): boolean {
  return (!min || day >= min) && (!max || day <= max);
}

/** `22/11/2026`. */
export function formatTypedDay(day: string): string {
  return day.split("-").reverse().join("/");
}

/** "t", and the English and the Urdu word for today. */
const todayWords = ["t", "today", "آج"];

type DatePart = string | number | undefined;

/** Undefined for a day that does not exist. */
function toDay(year: DatePart, month: DatePart, day: DatePart): string | undefined {
  const value = [String(year).padStart(4, "0"), ...[month, day].map((part) => String(part).padStart(2, "0"))].join("-");
  return isDayValue(value) ? value : undefined;
}

/** Undefined for a text that is not a day. */
function addDays(day: string, count: number): string | undefined {
  const time = new Date(day).getTime() + count * 86_400_000;
  return Number.isNaN(time) ? undefined : new Date(time).toISOString().slice(0, 10);
}
