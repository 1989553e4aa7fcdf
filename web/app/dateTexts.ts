import { formatDay } from "../../shared/dates.ts";
import { monthName, monthYearText } from "../i18n/dateTime.ts";
import type { Language } from "../i18n/languagePreference.ts";
import { t } from "../i18n/t.ts";
import type { DateTexts } from "../ui/uiTexts.ts";

/** The texts of date fields in the current language. */
export function createDateTexts(language: Language): DateTexts {
  return {
    choose: t("Choose a date"),
    format: t("dd/mm/yyyy"),
    today: t("Today"),
    invalid: t("Type a date such as 22/11/2026"),
    monthLabel: t("Month"),
    yearLabel: t("Year"),
    previousMonth: t("Previous month"),
    nextMonth: t("Next month"),
    weekdays: listWeekdays(language, "long"),
    shortWeekdays: listWeekdays(language, "short"),
    month: monthName,
    monthAndYear: (year, month) => monthYearText({ year, month }),
    bounds: describeBounds,
  };
}

function listWeekdays(language: string, weekday: "long" | "short"): string[] {
  const format = new Intl.DateTimeFormat(language, { weekday, timeZone: "UTC" });
  // 1 January 2023 was a Sunday.
  return Array.from({ length: 7 }, (_, index) => format.format(Date.UTC(2023, 0, 1 + index)));
}

function describeBounds({ min, max }: Parameters<DateTexts["bounds"]>[0]): string {
  if (min && min === max) return t("Only {day}", { day: formatDay(min) });
  if (min && max) return t("From {from} to {to}", { from: formatDay(min), to: formatDay(max) });
  if (max) return t("Up to {day}", { day: formatDay(max) });
  return min ? t("From {day} on", { day: formatDay(min) }) : "";
}
