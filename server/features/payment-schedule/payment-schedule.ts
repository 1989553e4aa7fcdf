import { z } from "zod";
import { formatDateTime, monthOf } from "../../../shared/dates.ts";
import { periodMonths, rateAppliesTo } from "../../../shared/domain/installments.ts";
import { isPaidByReceipts, markRowPaid, restoreTick, unmarkRowPaid } from "../../../shared/domain/row-payments.ts";
import { type ChargedMonth, withPenalty } from "../../../shared/domain/schedule.ts";
import { type SkippedMonth, skippedMonth } from "../../../shared/endpoints/payment-schedule.ts";
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
import { assertOpenAccount } from "../../services/accounts.ts";
import { assertTickGaveNoCredit } from "../../services/installments.ts";
import {
  assertValidInstallment,
  receiptNamesFor,
  releaseAllocations,
  settleHouses,
  settleHousesWithCredit,
} from "../../services/settlement.ts";
import type { Feature } from "../feature.ts";
import { buildInstallments, chargedFilter, createPreviewHandler, parseFromMonth } from "./generation.ts";
import { penaltyJob } from "./penalty-job.ts";
import { keepHandler, withdrawHandler } from "./withdrawal.ts";

/** Maximum number of installments of one request, because they are written in one MongoDB transaction. */
const maxGeneratedRows = 100_000;

type Rate = RowOf<typeof serviceRate>;
type Plot = RowOf<typeof plot>;
type Installment = RowOf<typeof paymentSchedule>;

export const feature: Feature = {
  resourceHandlers: defineResourceHandlers(paymentSchedule, {
    openapi: {
      createData: z.int().meta({ description: "Number of generated installments" }),
      createExtras: z.object({ skipped: z.array(skippedMonth) }),
      createErrors: [404],
    },
    create: async (ctx, body) => {
      const { RateID, PaymentPlanID, PlotIDs, ...start } = parseBody(generateScheduleBody, body);
      const { count, skipped } = await ctx.withoutGroupCommit().transaction(async (tx) => {
        const rate = await tx.get(serviceRate, RateID);
        const plan = await tx.get(paymentPlan, PaymentPlanID);
        if (plan.RateID !== RateID) throw invalidField("PaymentPlanID", createMessage("plan-of-other-rate"));
        // Locks the plan, so that a concurrent generation finds these installments.
        await tx.lockReferences(paymentPlan, [PaymentPlanID], "PaymentPlanID");
        if (!rate.IsActive) throw conflict(createMessage("rate-inactive"));
        await tx.lockReferences(serviceRate, [RateID], "RateID");
        const from = parseFromMonth(start, rate);
        const plots = await readMatchingPlots(tx, { rate, PlotIDs });
        return generateInstallments(tx, { rate, PaymentPlanID, plots, from });
      });
      return toGenerationOutcome(count, skipped);
    },
    // The commit does not say what was skipped.
    recoverCreate: ({ count }) => toGenerationOutcome(count, []),
    update: (tx, { row, input }) => {
      assertValidInstallment(row);
      return input.IsPaid === 1 ? markPaid(tx, row, input.AccountID) : unmarkPaid(tx, row);
    },
    staleMessage: async (tx, { row, input }) =>
      input.IsPaid === 1 && row.IsPaid === 1 ? describePayer(tx, row) : createMessage("stale"),
  }),
  initialize: (services) => ({
    endpointHandlers: [createPreviewHandler(services), withdrawHandler, keepHandler],
  }),
  jobs: [penaltyJob],
};

function toGenerationOutcome(count: number, skipped: readonly SkippedMonth[]): WriteOutcome {
  const message = count === 0 ? createMessage("schedule-exists") : createMessage("schedule-generated");
  return { message, data: count, extras: { skipped } };
}

/** Marking again within this time after an unmarking by the same user undoes the unmarking. */
const undoMs = 10 * 60_000;

/**
 * Marks an installment as paid by hand; does nothing if it is marked already. Throws 409 when receipts have paid it,
 * because the caller may have taken the money a second time.
 */
async function markPaid(tx: Transaction, row: Installment, AccountID: number | null): Promise<Installment> {
  if (row.TickedAmount === zero && (await undoUnmark(tx, row))) return tx.get(paymentSchedule, row.PaymentScheduleID);
  if (isPaidByReceipts(row)) throw conflict(await describePayer(tx, row), row);
  if (row.IsPaid === 1) return row;
  await assertOpenAccount(tx, AccountID);
  const { PenaltyApplied, ...charged } = withPenalty(row, tx.today);
  const state = markRowPaid({ ...charged, PenaltyApplied }, tx.today);
  return tx.update(paymentSchedule, row, { PenaltyApplied, ...state, AccountID });
}

/**
 * Restores what the user's own last unmarking took away: the Undo of its toast sends a tick. Returns whether it did.
 */
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
  const { before } = unmarking;
  const state = isRowOf(paymentSchedule, before) ? restoreTick(row, before) : undefined;
  if (!state || !isRowOf(paymentSchedule, before)) return false;
  await tx.lockReferences(plot, [row.PlotID], "PlotID");
  tx.update(paymentSchedule, row, { ...state, AccountID: before.AccountID });
  const fromReceipts = subtractPaisa(state.AmountReceived, state.TickedAmount);
  await releaseAllocations(
    tx,
    { PlotID: row.PlotID, itemId: row.PaymentScheduleID },
    subtractPaisa(row.AmountReceived, fromReceipts),
  );
  await settleHouses(tx, [row.PlotID]);
  return true;
}

/**
 * Takes away what the tick gave. Throws 409 for an installment that receipts alone paid, and for one whose tick has
 * given credit.
 */
async function unmarkPaid(tx: Transaction, row: Installment): Promise<Installment> {
  if (isPaidByReceipts(row))
    throw conflict(createMessage("settled-by-receipt", { receipt: await receiptNamesFor(tx, row) }), row);
  if (row.TickedAmount === zero) return row;
  await tx.lockReferences(plot, [row.PlotID], "PlotID");
  await assertTickGaveNoCredit(tx, row);
  tx.update(paymentSchedule, row, { ...unmarkRowPaid(row), AccountID: null });
  await settleHouses(tx, [row.PlotID]);
  return tx.get(paymentSchedule, row.PaymentScheduleID);
}

/** A message that names who marked the installment as paid, and when. Residents see no names. */
async function describePayer(tx: Transaction, { PaymentScheduleID }: Installment): Promise<Message> {
  const payment = await tx.readLastChangeTo(paymentSchedule, { id: PaymentScheduleID, field: "IsPaid", value: 1 });
  if (!payment) return createMessage("stale");
  return createMessage("already-paid", { by: actorFor(tx.viewer, payment.by).name, at: formatDateTime(payment.at) });
}

/**
 * Adds the installments from this month on, except for months that any plan charges already. Throws 400 when there are
 * too many.
 */
async function generateInstallments(
  tx: Transaction,
  { rate, PaymentPlanID, plots, from }: { rate: Rate; PaymentPlanID: number; plots: readonly Plot[]; from: string },
): Promise<{ count: number; skipped: SkippedMonth[] }> {
  const ids = plots.map(({ PlotID }) => PlotID);
  const charged = await tx.find(paymentSchedule, chargedFilter(ids, rate));
  if (ids.length * periodMonths(rate).length - charged.length > maxGeneratedRows)
    throw invalidField("PlotIDs", tooManyPlotsMessage);
  const { rows, skipped } = buildInstallments({ rate, PaymentPlanID, plots, charged, from, now: tx.now });
  await tx.insertMany(
    paymentSchedule,
    rows.map((row) => withPenalty(row, tx.today)),
  );
  await settleHousesWithCredit(tx, ids);
  return { count: rows.length, skipped: describeSkippedMonths(skipped, plots) };
}

function describeSkippedMonths(skipped: readonly ChargedMonth[], plots: readonly Plot[]): SkippedMonth[] {
  const houses = new Map(plots.map(({ PlotID, HouseNo }) => [PlotID, HouseNo]));
  return skipped.map(({ PlotID, BillingMonth, PaymentPlanID }) => {
    const { year: Year, month: Month } = monthOf(BillingMonth);
    return { PlotID, HouseNo: houses.get(PlotID) ?? "", Month, Year, PaymentPlanID };
  });
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
