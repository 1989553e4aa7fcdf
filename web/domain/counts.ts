import { t } from "../i18n/t.ts";
import { formatCount } from "../ui/text/Money.tsx";

export function formatDayCount(count: number): string {
  return count === 1 ? t("1 day") : t("{count} days", { count });
}

export function formatDaysLate(count: number): string {
  return count === 1 ? t("1 day late") : t("{count} days late", { count });
}

export function formatInstallmentCount(count: number): string {
  return count === 1 ? t("1 installment") : t("{count} installments", { count: formatCount(count) });
}

export function formatHouseCount(count: number): string {
  return count === 1 ? t("1 house") : t("{count} houses", { count: formatCount(count) });
}
