import { periodsOverlap } from "../../../shared/domain/payment-plan.ts";
import { createMessage } from "../../../shared/messages.ts";
import { plotCategory } from "../../../shared/resources/plot-category.ts";
import { type ServiceRate, serviceRate } from "../../../shared/resources/service-rate.ts";
import type { Transaction } from "../../commits/transaction.ts";
import { conflict } from "../../errors.ts";
import { defineResourceHandlers } from "../../http/resource-handlers.ts";
import type { Feature } from "../feature.ts";
import { reviseHandler } from "./revise.ts";

/** Fields that cannot change while the rate has a plan. */
const fieldsFrozenByPlan = [
  "StartMonth",
  "StartYear",
  "EndMonth",
  "EndYear",
  "PlotTypeID",
  "PlotCategoryID",
  "FloorID",
  "FloorRate",
  "DueOnDay",
  "IsPenaltyApply",
  "GracePeriodDays",
  "PenaltyAmount",
] as const;

/**
 * Monthly charges for a type, category and floor of plots. While a rate has a plan, only a revision changes its amount.
 */
export const feature: Feature = {
  resourceHandlers: defineResourceHandlers(serviceRate, {
    openapi: { createErrors: [409] },
    computeServerFields: (rate, { before }) => ({
      TotalAmount: rate.FloorRate,
      PaymentPlanID: before?.PaymentPlanID ?? null,
    }),
    afterSave: async (tx, { after, before }) => {
      if (before?.PaymentPlanID && fieldsFrozenByPlan.some((field) => before[field] !== after[field]))
        throw conflict(createMessage("rate-has-plan"), before);
      if (after.IsActive) await assertNoOverlap(tx, after);
    },
  }),
  initialize: () => ({ endpointHandlers: [reviseHandler] }),
};

/** Throws 409 when another active rate for the same houses shares a month, because a house would be charged twice. */
async function assertNoOverlap(tx: Transaction, rate: ServiceRate): Promise<void> {
  const { PlotTypeID, PlotCategoryID, FloorID, RateID } = rate;
  // Locks the category, so that only one of two concurrent rates passes the check.
  await tx.lockRows(plotCategory, [PlotCategoryID], "PlotCategoryID");
  const others = await tx.find(serviceRate, { PlotTypeID, PlotCategoryID, FloorID, IsActive: true });
  if (others.some((other) => other.RateID !== RateID && periodsOverlap(other, rate)))
    throw conflict(createMessage("rate-overlap"));
}
