import { z } from "zod";
import { formatDateTime } from "../../../shared/dates.ts";
import { periodMonths, planInstallments, rateAppliesTo } from "../../../shared/domain/installments.ts";
import { isPaidByReceipts, markRowPaid, restoreTick, unmarkRowPaid } from "../../../shared/domain/row-payments.ts";
import { findMissingRows, type InstallmentKey, withPenalty } from "../../../shared/domain/schedule.ts";
import { createMessage, type Message } from "../../../shared/messages.ts";
import { subtractPaisa, zero } from "../../../shared/money.ts";
import { isRowOf, type RowOf } from "../../../shared/registry.ts";
import { paymentPlan } from "../../../shared/resources/payment-plan.ts";
import {
  generateScheduleBody,
  paymentSchedule,
  tooManyPlotsMessage,
} from "../../../shared/resources/payment-schedule.ts";
import { plot } from "../../../shared/resources/plot.ts";
import { serviceRate } from "../../../shared/resources/service-rate.ts";
import { actorFor } from "../../commits/commit.ts";
import type { Transaction } from "../../commits/transaction.ts";
import { inArray } from "../../database/store.ts";
import { conflict, invalidField } from "../../errors.ts";
import { parseBody } from "../../http/request.ts";
import { defineResourceHandlers, type WriteOutcome } from "../../http/resource-handlers.ts";
import { receiptNamesFor, releaseAllocations, settleCredits, settleHouses } from "../../services/settlement.ts";
import type { Feature } from "../feature.ts";
import { penaltyJob } from "./penalty-job.ts";

/** Maximum number of installments of one request, because they are written in one MongoDB transaction. */
const maxGeneratedRows = 100_000;

type Rate = RowOf<typeof serviceRate>;
type Plot = RowOf<typeof plot>;
type Installment = RowOf<typeof paymentSchedule>;

export const feature: Feature = {
  resourceHandlers: defineResourceHandlers(paymentSchedule, {
    openapi: { createData: z.int().meta({ description: "Number of generated installments" }), createErrors: [404] },
    create: async (ctx, body) => {
      const { RateID, PaymentPlanID, PlotIDs } = parseBody(generateScheduleBody, body);
      const count = await ctx.withoutGroupCommit().transaction(async (tx) => {
        const rate = await tx.get(serviceRate, RateID);
        const plan = await tx.get(paymentPlan, PaymentPlanID);
        if (plan.RateID !== RateID) throw invalidField("PaymentPlanID", createMessage("plan-of-other-rate"));
        // Locks the plan, so that a concurrent generation finds these installments.
        await tx.lockReferences(paymentPlan, [PaymentPlanID], "PaymentPlanID");
        if (!rate.IsActive) throw conflict(createMessage("rate-inactive"));
        await tx.lockReferences(serviceRate, [RateID], "RateID");
        return generateInstallments(tx, { rate, PaymentPlanID, plots: await readMatchingPlots(tx, { rate, PlotIDs }) });
      });
      return toGenerationOutcome(count);
    },
    recoverCreate: ({ count }) => toGenerationOutcome(count),
    update: (tx, { row, input }) => (input.IsPaid === 1 ? markPaid(tx, row) : unmarkPaid(tx, row)),
    staleMessage: async (tx, { row, input }) =>
      input.IsPaid === 1 && row.IsPaid === 1 ? describePayer(tx, row) : createMessage("stale"),
  }),
  jobs: [penaltyJob],
};

function toGenerationOutcome(count: number): WriteOutcome {
  return { message: count === 0 ? createMessage("schedule-exists") : createMessage("schedule-generated"), data: count };
}

/** Marking again within this time after an unmarking by the same user undoes the unmarking. */
const undoMs = 10 * 60_000;

/**
 * Marks an installment as paid by hand; does nothing if it is marked already. Throws 409 when receipts have paid it,
 * because the caller may have taken the money a second time.
 */
async function markPaid(tx: Transaction, row: Installment): Promise<Installment> {
  if (row.TickedAmount === zero && (await undoUnmark(tx, row))) return tx.get(paymentSchedule, row.PaymentScheduleID);
  if (isPaidByReceipts(row)) throw conflict(await describePayer(tx, row), row);
  if (row.IsPaid === 1) return row;
  const charged = withPenalty(row, tx.today);
  return tx.update(paymentSchedule, row, { PenaltyApplied: charged.PenaltyApplied, ...markRowPaid(charged, tx.today) });
}

/** Restores what the user's own last unmarking took away: the Undo of its toast sends a tick. Returns whether it did. */
async function undoUnmark(tx: Transaction, row: Installment): Promise<boolean> {
  // A row that was never marked and unmarked has a lower version, so that an ordinary tick reads nothing.
  if (row.Version < 3) return false;
  const unmarking = await tx.readLastChangeTo(paymentSchedule, {
    id: row.PaymentScheduleID,
    field: "TickedAmount",
    value: 0,
  });
  if (!unmarking || unmarking.by.UserID !== tx.viewer.UserID || tx.now.getTime() - unmarking.at.getTime() > undoMs)
    return false;
  const state = isRowOf(paymentSchedule, unmarking.before) && restoreTick(row, unmarking.before);
  if (!state) return false;
  await tx.lockReferences(plot, [row.PlotID], "PlotID");
  tx.update(paymentSchedule, row, state);
  const fromReceipts = subtractPaisa(state.AmountReceived, state.TickedAmount);
  await releaseAllocations(
    tx,
    { PlotID: row.PlotID, itemId: row.PaymentScheduleID },
    subtractPaisa(row.AmountReceived, fromReceipts),
  );
  await settleHouses(tx, [row.PlotID]);
  return true;
}

/** Takes away what the tick gave. Throws 409 for an installment that receipts alone paid. */
async function unmarkPaid(tx: Transaction, row: Installment): Promise<Installment> {
  if (isPaidByReceipts(row))
    throw conflict(createMessage("settled-by-receipt", { receipt: await receiptNamesFor(tx, row) }), row);
  if (row.TickedAmount === zero) return row;
  await tx.lockReferences(plot, [row.PlotID], "PlotID");
  tx.update(paymentSchedule, row, unmarkRowPaid(row));
  await settleHouses(tx, [row.PlotID]);
  return tx.get(paymentSchedule, row.PaymentScheduleID);
}

/** A message that names who marked the installment as paid, and when. Residents see no names. */
async function describePayer(tx: Transaction, { PaymentScheduleID }: Installment): Promise<Message> {
  const payment = await tx.readLastChangeTo(paymentSchedule, { id: PaymentScheduleID, field: "IsPaid", value: 1 });
  if (!payment) return createMessage("stale");
  return createMessage("already-paid", { by: actorFor(tx.viewer, payment.by).name, at: formatDateTime(payment.at) });
}

/** Adds the missing installments and returns their number. Throws 400 when there are too many. */
async function generateInstallments(
  tx: Transaction,
  { rate, PaymentPlanID, plots }: { rate: Rate; PaymentPlanID: number; plots: readonly Plot[] },
): Promise<number> {
  const ids = plots.map(({ PlotID }) => PlotID);
  const existing = await tx.find(paymentSchedule, { PaymentPlanID, PlotID: inArray(ids) });
  if (ids.length * periodMonths(rate).length - existing.length > maxGeneratedRows)
    throw invalidField("PlotIDs", tooManyPlotsMessage);
  const missing = buildMissingInstallments({ rate, PaymentPlanID, plots, existing, now: tx.now });
  const rows = missing.map((row) => withPenalty(row, tx.today));
  await tx.insertMany(paymentSchedule, rows);
  await settleCredits(tx, ids);
  return rows.length;
}

interface GenerationInput {
  rate: Rate;
  PaymentPlanID: number;
  plots: readonly Plot[];
  existing: readonly InstallmentKey[];
  now: Date;
}

/** New installments of a plan for these plots, without those that exist. */
export function buildMissingInstallments({ rate, PaymentPlanID, plots, existing, now }: GenerationInput) {
  const categories = new Map(plots.map(({ PlotID, CategoryID }) => [PlotID, CategoryID]));
  const installments = planInstallments(rate);
  const PenaltyAmount = rate.IsPenaltyApply ? rate.PenaltyAmount : zero;
  const Created_at = now.toISOString();
  // Explicit fields: spreading objects is slow for tens of thousands of rows.
  return findMissingRows({ plots: [...categories.keys()], installments, existing }).map(
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
      WaivedAmount: zero,
      WaivedPenalty: zero,
      AmountReceived: zero,
      TickedAmount: zero,
      TickedDate: null,
      PaidDate: null,
      IsPaid: Amount === zero ? (1 as const) : (0 as const),
      Created_at,
    }),
  );
}

async function readMatchingPlots(
  tx: Transaction,
  { rate, PlotIDs }: { rate: Rate; PlotIDs: readonly number[] },
): Promise<Plot[]> {
  const ids = [...new Set(PlotIDs)];
  await tx.lockReferences(plot, ids, "PlotIDs");
  const plots = await tx.find(plot, { PlotID: inArray(ids) });
  const mismatched = plots.filter((house) => !rateAppliesTo(house, rate));
  if (mismatched.length === 0) return plots;
  const houses = mismatched.slice(0, 10).map(({ HouseNo }) => HouseNo);
  throw invalidField("PlotIDs", createMessage("plots-do-not-match", { houses: houses.join(", ") }));
}
