import { formatMonthYear } from "../../../shared/dates.ts";
import type { RatePeriod } from "../../../shared/domain/installments.ts";
import type { RecordOf } from "../../../shared/registry.ts";
import { paymentPlan } from "../../../shared/resources/payment-plan.ts";
import type { serviceRate } from "../../../shared/resources/service-rate.ts";

export type ServiceRate = RecordOf<typeof serviceRate>;

/** Names the type, category and floor to which a rate applies: `Residential A Ground + 1`. */
export function describeRateTarget({ TypeName, CategoryName, Floor }: ServiceRate): string {
  return `${TypeName} ${CategoryName} ${Floor}`;
}

/** `01/2026 – 12/2026`. */
export function formatRatePeriod({ StartMonth, StartYear, EndMonth, EndYear }: RatePeriod): string {
  const start = formatMonthYear({ year: StartYear, month: StartMonth });
  const end = formatMonthYear({ year: EndYear, month: EndMonth });
  return `${start} – ${end}`;
}

const plansPage = paymentPlan.guards.list.page;

/** URL of the list of payment plans, filtered to this plan. */
export function paymentPlanUrl(PaymentPlanID: number): string {
  return `${plansPage}&plan=${PaymentPlanID}`;
}
