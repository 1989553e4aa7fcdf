import { type Day, MONTH_NAMES, monthOf } from "../../../shared/dates.ts";
import type { TemplateTranslate } from "./bilingual.ts";

/** The month of the day by its name: `October 2026`. */
export function formatMonth(say: TemplateTranslate, day: Day): string {
  const { year, month } = monthOf(day);
  const name = MONTH_NAMES[month - 1];
  return name === undefined ? "" : say("{month} {year}", { month: say(name), year });
}
