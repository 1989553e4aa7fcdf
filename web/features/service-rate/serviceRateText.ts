import { formatMonthYear } from "../../../shared/dates.ts";
import type { RatePeriod } from "../../../shared/domain/installments.ts";
import type { RecordOf } from "../../../shared/registry.ts";
import type { serviceRate } from "../../../shared/resources/service-rate.ts";
import { plural } from "../../i18n/t.ts";

export type ServiceRate = RecordOf<typeof serviceRate>;

/** Whom a rate charges: `Residential A Ground + 1`. */
export function describeRateTarget({
  TypeName,
  CategoryName,
  Floor,
}: Pick<ServiceRate, "TypeName" | "CategoryName" | "Floor">): string {
  return `${TypeName} ${CategoryName} ${Floor}`;
}

/** `01/2026 – 12/2026`. */
export function formatRatePeriod({ StartMonth, StartYear, EndMonth, EndYear }: RatePeriod): string {
  const start = formatMonthYear({ year: StartYear, month: StartMonth });
  const end = formatMonthYear({ year: EndYear, month: EndMonth });
  return `${start} – ${end}`;
}

export function formatDayCount(count: number): string {
  return plural(count, { one: "1 day", other: "{count} days" });
}

export function formatInstallmentCount(count: number): string {
  return plural(count, { one: "1 installment", other: "{count} installments" });
}
