import { periodsOverlap } from "../../shared/domain/installments.ts";
import { messages } from "../../shared/messages.ts";
import type { RowOf } from "../../shared/registry.ts";
import { plotCategory } from "../../shared/resources/plot-category.ts";
import { serviceRate } from "../../shared/resources/service-rate.ts";
import { defineFeature } from "../kernel/feature.ts";
import { conflict } from "../kernel/refusal.ts";
import type { Transaction } from "../kernel/transaction.ts";

type Rate = RowOf<typeof serviceRate>;

/** What a plan was made from may no longer change; the state and the penalty switch are not part of it. */
const frozenByPlan = [
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

export const serviceRateFeature = defineFeature(serviceRate, {
  documented: { createRefusals: [409] },
  compute: (rate, { before }) => ({ TotalAmount: rate.FloorRate, PaymentPlanID: before?.PaymentPlanID ?? null }),
  check: async (tx, { after, before }) => {
    if (before?.PaymentPlanID && frozenByPlan.some((field) => before[field] !== after[field]))
      throw conflict(messages.rateHasPlan, before);
    if (after.IsActive) await refuseOverlap(tx, after);
  },
});

/** Two active rates for the same houses may not share a month, else a house would be charged twice. */
async function refuseOverlap(tx: Transaction, rate: Rate): Promise<void> {
  const { PlotTypeID, PlotCategoryID, FloorID, RateID } = rate;
  // Whoever else writes a rate for this category at this moment waits or tries again: both cannot pass the check.
  await tx.hold(plotCategory, [PlotCategoryID], "PlotCategoryID");
  const others = await tx.find(serviceRate, { PlotTypeID, PlotCategoryID, FloorID, IsActive: true });
  if (others.some((other) => other.RateID !== RateID && periodsOverlap(other, rate))) throw conflict(messages.overlap);
}
