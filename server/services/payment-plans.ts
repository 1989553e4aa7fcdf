import { planDescription, planName } from "../../shared/domain/payment-plan.ts";
import type { RowOf } from "../../shared/registry.ts";
import { paymentPlan } from "../../shared/resources/payment-plan.ts";
import { plotCategory } from "../../shared/resources/plot-category.ts";
import { plotFloor } from "../../shared/resources/plot-floor.ts";
import { plotType } from "../../shared/resources/plot-type.ts";
import { type ServiceRate, serviceRate } from "../../shared/resources/service-rate.ts";
import type { Transaction } from "../commits/transaction.ts";

type Plan = RowOf<typeof paymentPlan>;

/** Inserts the payment plan of the rate and stores its id in the rate. */
export async function insertPlan(tx: Transaction, rate: ServiceRate): Promise<Plan> {
  const plan = await tx.insert(paymentPlan, {
    RateID: rate.RateID,
    ...(await describePlan(tx, rate)),
    GracePeriodDays: rate.GracePeriodDays,
    PenaltyAmount: rate.PenaltyAmount,
    CreatedAt: tx.now.toISOString(),
  });
  tx.update(serviceRate, rate, { PaymentPlanID: plan.PaymentPlanID });
  return plan;
}

/** The name and description of the rate's payment plan. */
export async function describePlan(
  tx: Transaction,
  rate: ServiceRate,
): Promise<Pick<Plan, "PaymentPlanName" | "Description">> {
  const names = {
    ...(await tx.get(plotType, rate.PlotTypeID)),
    ...(await tx.get(plotCategory, rate.PlotCategoryID)),
    ...(await tx.get(plotFloor, rate.FloorID)),
  };
  return { PaymentPlanName: planName({ ...rate, ...names }), Description: planDescription(rate) };
}
