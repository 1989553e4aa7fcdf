import { SOCIETY_ZONE } from "../shared/dates.ts";

/** `21/11/2026, 16:42`, by the clock of the society. */
export function formatMoment(at: Date): string {
  return format.format(at);
}

/** The same for a moment as it travels, in the midst of a sentence of any direction. */
export function saidMoment(at: string): string {
  const text = formatMoment(new Date(at));
  return document.documentElement.dir === "rtl" ? `\u2066${text}\u2069` : text;
}

const format = new Intl.DateTimeFormat("en-GB", {
  timeZone: SOCIETY_ZONE,
  day: "2-digit",
  month: "2-digit",
  year: "numeric",
  hour: "2-digit",
  minute: "2-digit",
});
