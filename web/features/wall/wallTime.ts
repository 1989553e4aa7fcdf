import { formatDateTime, formatDay, societyToday } from "../../../shared/dates.ts";

/** `16:44`, by the clock of the society. */
export function formatTime(at: Date): string {
  return formatDateTime(at).slice(-5);
}

/** `21/11/2026`, the day that it is in the society. */
export function formatSocietyDay(at: Date): string {
  return formatDay(societyToday(at));
}

/** `16:44` today, `20/11` before. */
export function formatShortMoment(at: Date, now: Date): string {
  return formatSocietyDay(at) === formatSocietyDay(now) ? formatTime(at) : formatSocietyDay(at).slice(0, 5);
}
