import { isChargedBy, planDescription, planInstallments, planName } from "../../shared/domain/installments.ts";
import { paymentPlanFull } from "../../shared/endpoints/payment-plan-full.ts";
import { messages } from "../../shared/messages.ts";
import { toRupees } from "../../shared/money.ts";
import { mayHold } from "../../shared/permissions.ts";
import { paymentPlan, paymentPlanRequest } from "../../shared/resources/payment-plan.ts";
import { paymentSchedule } from "../../shared/resources/payment-schedule.ts";
import { plot } from "../../shared/resources/plot.ts";
import { plotCategory } from "../../shared/resources/plot-category.ts";
import { plotFloor } from "../../shared/resources/plot-floor.ts";
import { plotType } from "../../shared/resources/plot-type.ts";
import { serviceRate } from "../../shared/resources/service-rate.ts";
import { type Call, defineCall, defineFeature, parseWith } from "../kernel/feature.ts";
import { idFrom } from "../kernel/ids.ts";
import type { Mirror } from "../kernel/mirror.ts";
import type { Present } from "../kernel/present.ts";
import { conflict, forbidden, notFound } from "../kernel/refusal.ts";
import type { Store } from "../kernel/store.ts";

export const paymentPlanFeature = defineFeature(paymentPlan, {
  create: async (ctx, body) => {
    const { RateID } = parseWith(paymentPlanRequest, body);
    const row = await ctx.transaction(async (tx) => {
      const rate = await tx.get(serviceRate, RateID);
      if (!rate.IsActive) throw conflict(messages.rateInactive);
      if (rate.PaymentPlanID !== null) throw conflict(messages.planExists);
      const names = {
        ...(await tx.get(plotType, rate.PlotTypeID)),
        ...(await tx.get(plotCategory, rate.PlotCategoryID)),
        ...(await tx.get(plotFloor, rate.FloorID)),
      };
      const plan = await tx.insert(paymentPlan, {
        RateID,
        PaymentPlanName: planName({ ...rate, ...names }),
        Description: planDescription(rate),
        GracePeriodDays: rate.GracePeriodDays,
        PenaltyAmount: rate.PenaltyAmount,
        CreatedAt: tx.now.toISOString(),
      });
      tx.update(serviceRate, rate, { PaymentPlanID: plan.PaymentPlanID });
      return plan;
    });
    return { message: messages.planMade, row };
  },
  recovered: ({ first }) => ({ message: messages.planMade, row: first }),
  checkRemove: async (tx, plan) => {
    const rows = await tx.find(paymentSchedule, { PaymentPlanID: plan.PaymentPlanID });
    if (rows.some((row) => !mayHold(tx.viewer, paymentSchedule, row))) throw forbidden();
    if (rows.some((row) => row.AmountReceived > 0)) throw conflict(messages.planHasPayments);
    for (const row of rows) tx.remove(paymentSchedule, row);
    tx.update(serviceRate, await tx.get(serviceRate, plan.RateID), { PaymentPlanID: null });
  },
  removedMessage: messages.planRevoked,
  documented: { createRefusals: [404, 409] },
});

interface PlanParts {
  store: Store;
  mirror: Mirror;
  presenters: ReadonlyMap<string, Present>;
}

/** The page of one plan: what it charges, when, and whom. */
export function paymentPlanCalls({ store, mirror, presenters }: PlanParts): Call[] {
  return [
    defineCall(paymentPlanFull, async ({ ctx, params }) => {
      const plan = await store.get(paymentPlan, idFrom(paymentPlan, params.PaymentPlanID));
      const rate = plan && (await store.get(serviceRate, plan.RateID));
      if (!plan || !rate) throw notFound(paymentPlan.label);
      const result = {
        PaymentPlan: presenters.get(paymentPlan.name)?.(plan),
        Installments: planInstallments(rate).map((row) => ({ ...row, TotalAmount: toRupees(row.TotalAmount) })),
        ServiceRates: [presenters.get(serviceRate.name)?.(rate)],
        Plots: [...mirror.all(plot)]
          .filter((house) => isChargedBy(house, rate) && mayHold(ctx.viewer, plot, house))
          .map(({ PlotID, HouseNo, OwnerName }) => ({ PlotID, HouseNo, OwnerName })),
      };
      return { success: true, message: "", data: [{ Result: JSON.stringify(result) }] };
    }),
  ];
}
