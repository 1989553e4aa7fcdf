import { SOCIETY_ZONE } from "../../shared/dates.ts";

/** `21/11/2026, 16:42`, by the clock of the society. */
export function formatDateTime(at: Date): string {
  return dateTimeFormat.format(at);
}

/** The same for a moment as it travels, in the midst of a sentence of any direction. */
export function formatIsoDateTime(at: string): string {
  const text = formatDateTime(new Date(at));
  return document.documentElement.dir === "rtl" ? `\u2066${text}\u2069` : text;
}

const dateTimeFormat = new Intl.DateTimeFormat("en-GB", {
  timeZone: SOCIETY_ZONE,
  day: "2-digit",
  month: "2-digit",
  year: "numeric",
  hour: "2-digit",
  minute: "2-digit",
});
