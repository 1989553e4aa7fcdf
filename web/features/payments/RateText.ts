import { formatMonthYear } from "../../../shared/dates.ts";
import type { RatePeriod } from "../../../shared/domain/installments.ts";
import type { RecordOf } from "../../../shared/registry.ts";
import type { serviceRate } from "../../../shared/resources/service-rate.ts";
import { say } from "../../lib/language.ts";
import { countText } from "../../ui/Money.tsx";

export type ServiceRate = RecordOf<typeof serviceRate>;

/** Whom a rate charges: `Residential A Ground + 1`. */
export function rateTarget({
  TypeName,
  CategoryName,
  Floor,
}: Pick<ServiceRate, "TypeName" | "CategoryName" | "Floor">): string {
  return `${TypeName} ${CategoryName} ${Floor}`;
}

/** `01/2026 – 12/2026`. */
export function ratePeriod({ StartMonth, StartYear, EndMonth, EndYear }: RatePeriod): string {
  const start = formatMonthYear({ year: StartYear, month: StartMonth });
  const end = formatMonthYear({ year: EndYear, month: EndMonth });
  return `${start} – ${end}`;
}

export function days(count: number): string {
  return count === 1 ? say("1 day") : say("{count} days", { count });
}

export function installments(count: number): string {
  return count === 1 ? say("1 installment") : say("{count} installments", { count: countText(count) });
}
