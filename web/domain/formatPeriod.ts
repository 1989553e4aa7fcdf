import { addMonths, monthOf } from "../../shared/dates.ts";
import type { DashboardRow } from "../../shared/domain/dashboard.ts";
import { monthYearText } from "../i18n/dateTime.ts";

/** The year or month of a dashboard period: "2026" or "November 2026". `today` is `YYYY-MM-DD`, society time. */
export function formatPeriod(period: DashboardRow["period"], today: string): string {
  const { year, month } = monthOf(today);
  if (period === "Current Year") return String(year);
  if (period === "Last Year") return String(year - 1);
  return monthYearText(period === "Current Month" ? { year, month } : addMonths({ year, month }, -1));
}
