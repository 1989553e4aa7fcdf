import { plural } from "../i18n/t.ts";

export function formatDayCount(count: number): string {
  return plural(count, { one: "1 day", other: "{count} days" });
}

export function formatDaysLate(count: number): string {
  return plural(count, { one: "1 day late", other: "{count} days late" });
}

export function formatInstallmentCount(count: number): string {
  return plural(count, { one: "1 installment", other: "{count} installments" });
}

export function formatHouseCount(count: number): string {
  return plural(count, { one: "1 house", other: "{count} houses" });
}
