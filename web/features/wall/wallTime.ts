import { formatDay, formatMoment, societyToday } from "../../../shared/dates.ts";

/** `16:44`, by the clock of the society. */
export function timeOf(at: Date): string {
  return formatMoment(at).slice(-5);
}

/** `21/11/2026`, the day that it is in the society. */
export function wallDay(at: Date): string {
  return formatDay(societyToday(at));
}

/** `16:44` today, `20/11` before. */
export function shortMoment(at: Date, now: Date): string {
  return wallDay(at) === wallDay(now) ? timeOf(at) : wallDay(at).slice(0, 5);
}
