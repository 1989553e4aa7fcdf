import { z } from "zod";
import { formatMoment } from "../../shared/dates.ts";
import { isChargedBy, periodMonths, planInstallments } from "../../shared/domain/installments.ts";
import { withPenalty } from "../../shared/domain/penalty.ts";
import { type RowKey, rowsToGenerate } from "../../shared/domain/schedule.ts";
import { isPaidByReceipts, tickRow, untickRow } from "../../shared/domain/settlement.ts";
import { messages } from "../../shared/messages.ts";
import { zero } from "../../shared/money.ts";
import type { RowOf } from "../../shared/registry.ts";
import { paymentPlan } from "../../shared/resources/payment-plan.ts";
import { generateSchedule, paymentSchedule, tooManyPlots } from "../../shared/resources/payment-schedule.ts";
import { plot } from "../../shared/resources/plot.ts";
import { serviceRate } from "../../shared/resources/service-rate.ts";
import { namesOfReceipts, settleCredits, settleHouses } from "../ground/settlement.ts";
import { actorFor } from "../kernel/commit.ts";
import { defineFeature, type Outcome, parseWith } from "../kernel/feature.ts";
import { conflict, invalid } from "../kernel/refusal.ts";
import { among } from "../kernel/store.ts";
import type { Transaction } from "../kernel/transaction.ts";

/** More than this would outlast a transaction, or outgrow the memory that the database has for one. */
const mostAtOnce = 100_000;

type Rate = RowOf<typeof serviceRate>;
type Plot = RowOf<typeof plot>;
type Installment = RowOf<typeof paymentSchedule>;

export const paymentScheduleFeature = defineFeature(paymentSchedule, {
  documented: { created: z.int().meta({ description: "How many installments were made" }), createRefusals: [404] },
  create: async (ctx, body) => {
    const { RateID, PaymentPlanID, PlotIDs } = parseWith(generateSchedule, body);
    const made = await ctx.alone().transaction(async (tx) => {
      const rate = await tx.get(serviceRate, RateID);
      const plan = await tx.get(paymentPlan, PaymentPlanID);
      if (plan.RateID !== RateID) throw invalid(messages.wrongPlan, { PaymentPlanID: messages.wrongPlan });
      // Two generations of one plan at once: the second sees what the first has made.
      await tx.hold(paymentPlan, [PaymentPlanID], "PaymentPlanID");
      if (!rate.IsActive) throw conflict(messages.rateInactive);
      await tx.hold(serviceRate, [RateID], "RateID");
      return generate(tx, { rate, PaymentPlanID, plots: await matchingPlots(tx, { rate, PlotIDs }) });
    });
    return generated(made);
  },
  recovered: ({ count }) => generated(count),
  update: async (tx, { row, input }) => {
    if (input.IsPaid === 1) return tick(tx, row);
    if (row.IsPaid === 0) return row;
    if (isPaidByReceipts(row)) throw conflict(messages.settledByReceipt(await namesOfReceipts(tx, row)), row);
    await tx.hold(plot, [row.PlotID], "PlotID");
    tx.update(paymentSchedule, row, untickRow(row));
    await settleHouses(tx, [row.PlotID]);
    return tx.get(paymentSchedule, row.PaymentScheduleID);
  },
  staleMessage: async (tx, { row, input }) =>
    input.IsPaid === 1 && row.IsPaid === 1 ? whoPaid(tx, row) : messages.stale,
});

function generated(made: number): Outcome {
  return { message: made === 0 ? messages.scheduleExists : messages.scheduleMade, data: made };
}

/** What a receipt has paid is refused, as whoever ticks it holds money for it; what a tick has paid stays as it is. */
async function tick(tx: Transaction, row: Installment): Promise<Installment> {
  if (isPaidByReceipts(row)) throw conflict(await whoPaid(tx, row), row);
  if (row.IsPaid === 1) return row;
  const due = withPenalty(row, tx.today);
  return tx.update(paymentSchedule, row, { PenaltyApplied: due.PenaltyApplied, ...tickRow(due, tx.today) });
}

/** Says who paid the installment and when, in society time; residents read no names. */
async function whoPaid(tx: Transaction, { PaymentScheduleID }: Installment): Promise<string> {
  const payment = await tx.whoSet(paymentSchedule, { id: PaymentScheduleID, field: "IsPaid", value: 1 });
  if (!payment) return messages.stale;
  return messages.alreadyPaid(actorFor(tx.viewer, payment.by).name, formatMoment(payment.at));
}

/** Adds the installments that are missing and says how many; refused (400) when they are more than can be made at once. */
async function generate(
  tx: Transaction,
  { rate, PaymentPlanID, plots }: { rate: Rate; PaymentPlanID: number; plots: readonly Plot[] },
): Promise<number> {
  const ids = plots.map(({ PlotID }) => PlotID);
  const existing = await tx.find(paymentSchedule, { PaymentPlanID, PlotID: among(ids) });
  if (ids.length * periodMonths(rate).length - existing.length > mostAtOnce)
    throw invalid(tooManyPlots, { PlotIDs: tooManyPlots });
  const missing = missingInstallments({ rate, PaymentPlanID, plots, existing, at: tx.now });
  const rows = missing.map((row) => withPenalty(row, tx.today));
  await tx.insertMany(paymentSchedule, rows);
  await settleCredits(tx, ids);
  return rows.length;
}

interface Generation {
  rate: Rate;
  PaymentPlanID: number;
  plots: readonly Plot[];
  existing: readonly RowKey[];
  at: Date;
}

/** The installments of a plan that these plots do not have yet, as they are made: nothing received, no penalty. */
export function missingInstallments({ rate, PaymentPlanID, plots, existing, at }: Generation) {
  const categories = new Map(plots.map(({ PlotID, CategoryID }) => [PlotID, CategoryID]));
  const installments = planInstallments(rate);
  const PenaltyAmount = rate.IsPenaltyApply ? rate.PenaltyAmount : zero;
  const Created_at = at.toISOString();
  // Each field by its name: putting tens of thousands of rows together from parts takes longer than writing them.
  return rowsToGenerate({ plots: [...categories.keys()], installments, existing }).map(
    ({ PlotID, InstallmentNumber, DueDate, Amount }) => ({
      PlotID,
      CategoryID: categories.get(PlotID),
      PaymentPlanID,
      InstallmentNumber,
      DueDate,
      Amount,
      GracePeriodDays: rate.GracePeriodDays,
      PenaltyAmount,
      PenaltyApplied: 0 as const,
      AmountReceived: zero,
      TickedAmount: zero,
      TickedDate: null,
      PaidDate: null,
      IsPaid: Amount === zero ? (1 as const) : (0 as const),
      Created_at,
    }),
  );
}

async function matchingPlots(
  tx: Transaction,
  { rate, PlotIDs }: { rate: Rate; PlotIDs: readonly number[] },
): Promise<Plot[]> {
  const ids = [...new Set(PlotIDs)];
  await tx.hold(plot, ids, "PlotIDs");
  const plots = await tx.find(plot, { PlotID: among(ids) });
  const strangers = plots.filter((house) => !isChargedBy(house, rate));
  if (strangers.length === 0) return plots;
  const message = messages.plotsDoNotMatch(
    strangers
      .slice(0, 10)
      .map(({ HouseNo }) => HouseNo)
      .join(", "),
  );
  throw invalid(message, { PlotIDs: message });
}
