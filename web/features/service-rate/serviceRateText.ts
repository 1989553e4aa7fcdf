import type { RecordOf } from "../../../shared/registry.ts";
import { paymentPlan } from "../../../shared/resources/payment-plan.ts";
import type { serviceRate } from "../../../shared/resources/service-rate.ts";

export type ServiceRate = RecordOf<typeof serviceRate>;

/** Names the type, category and floor to which a rate applies: `Residential A Ground + 1`. */
export function describeRateTarget({ TypeName, CategoryName, Floor }: ServiceRate): string {
  return `${TypeName} ${CategoryName} ${Floor}`;
}

const plansPage = paymentPlan.guards.list.page;

/** URL of the list of payment plans, filtered to this plan. */
export function paymentPlanUrl(PaymentPlanID: number): string {
  return `${plansPage}&plan=${PaymentPlanID}`;
}
