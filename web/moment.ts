import { SOCIETY_ZONE } from "../shared/dates.ts";

/** `21/11/2026, 16:42`, by the clock of the society. */
export function formatMoment(at: Date): string {
  return format.format(at);
}

const format = new Intl.DateTimeFormat("en-GB", {
  timeZone: SOCIETY_ZONE,
  day: "2-digit",
  month: "2-digit",
  year: "numeric",
  hour: "2-digit",
  minute: "2-digit",
});
