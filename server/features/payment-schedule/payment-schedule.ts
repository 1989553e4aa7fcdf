import { z } from "zod";
import { formatDateTime, monthOf } from "../../../shared/dates.ts";
import { applyTick, isPaidByReceipts, restoreTick, reverseTick } from "../../../shared/domain/item-payments.ts";
import { periodMonths, rateAppliesTo } from "../../../shared/domain/payment-plan.ts";
import { type ChargedMonth, withPenalty } from "../../../shared/domain/schedule.ts";
import { type SkippedMonth, skippedMonth } from "../../../shared/endpoints/payment-schedule.ts";
import { createMessage, type Message } from "../../../shared/messages.ts";
import { subtractPaisa, zero } from "../../../shared/money.ts";
import { isRowOf } from "../../../shared/registry.ts";
import { paymentPlan } from "../../../shared/resources/payment-plan.ts";
import {
  generateScheduleBody,
  type Installment,
  paymentSchedule,
  tooManyPlotsMessage,
} from "../../../shared/resources/payment-schedule.ts";
import { type Plot, plot } from "../../../shared/resources/plot.ts";
import { type ServiceRate, serviceRate } from "../../../shared/resources/service-rate.ts";
import { actorShownTo } from "../../commits/commit.ts";
import type { Transaction } from "../../commits/transaction.ts";
import { inArray } from "../../database/store.ts";
import { conflict, invalidField } from "../../errors.ts";
import { parseBody } from "../../http/request.ts";
import { defineResourceHandlers, type WriteOutcome } from "../../http/resource-handlers.ts";
import { assertActiveAccount } from "../../services/accounts.ts";
import { assertTickGaveNoCredit } from "../../services/installments.ts";
import { applyAllDuePenalties } from "../../services/penalties.ts";
import {
  assertValidInstallment,
  readReceiptNames,
  releaseAllocations,
  settleHouses,
  settleHousesThatHaveCredit,
} from "../../services/settlement.ts";
import type { Feature } from "../feature.ts";
import { buildInstallments, chargedMonthsFilter, createPreviewHandler, parseFromMonth } from "./generation.ts";
import { keepInstallmentHandler, withdrawInstallmentsHandler } from "./withdrawal.ts";

/**
 * Maximum number of installments of one request, because they are written in one MongoDB transaction. The limit is
 * checked before the installments are built, so months before the first month to charge count too.
 */
const maxGeneratedRows = 100_000;

/** Generates installments, ticks and unticks them, withdraws them, and applies penalties every day. */
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
        await tx.lockRows(paymentPlan, [PaymentPlanID], "PaymentPlanID");
        if (!rate.IsActive) throw conflict(createMessage("rate-inactive"));
        await tx.lockRows(serviceRate, [RateID], "RateID");
        const from = parseFromMonth(start, rate);
        const plots = await readPlotsOfRate(tx, { rate, PlotIDs });
        return generateInstallments(tx, { rate, PaymentPlanID, plots, from });
      });
      return toGenerationOutcome(count, skipped);
    },
    // The skipped months are unknown, because the commit does not contain them.
    answerRepeatedCreate: ({ count }) => toGenerationOutcome(count, []),
    update: (tx, { row, input }) => {
      assertValidInstallment(row);
      return input.IsPaid === 1 ? tickInstallment(tx, row, input.AccountID) : untickInstallment(tx, row);
    },
    staleMessage: async (tx, { row, input }) =>
      input.IsPaid === 1 && row.IsPaid === 1 ? createAlreadyPaidMessage(tx, row) : createMessage("stale"),
  }),
  initialize: (services) => ({
    endpointHandlers: [createPreviewHandler(services), withdrawInstallmentsHandler, keepInstallmentHandler],
  }),
  jobs: [{ name: "penalties", run: applyAllDuePenalties }],
};

function toGenerationOutcome(count: number, skipped: readonly SkippedMonth[]): WriteOutcome {
  const message = count === 0 ? createMessage("schedule-exists") : createMessage("schedule-generated");
  return { message, data: count, extras: { skipped } };
}

/** A tick of an installment within this time after its untick by the same user undoes the untick. */
const undoMs = 10 * 60_000;

/**
 * Ticks an installment as paid; does nothing if it is ticked already. Throws 409 if receipts have paid it, because the
 * user may have received the money a second time. Also throws 409 if an earlier tick paid only a part of it, which
 * happens when a waiver is voided after the tick: an installment stores one day and one account of ticked money, so a
 * second tick would overwrite those of the first.
 */
async function tickInstallment(tx: Transaction, row: Installment, AccountID: number | null): Promise<Installment> {
  if (row.TickedAmount === zero && (await undoUntick(tx, row, AccountID)))
    return tx.get(paymentSchedule, row.PaymentScheduleID);
  if (isPaidByReceipts(row)) throw conflict(await createAlreadyPaidMessage(tx, row), row);
  if (row.IsPaid === 1) return row;
  if (row.TickedAmount > zero) throw conflict(createMessage("partly-ticked"), row);
  await assertActiveAccount(tx, AccountID);
  const charged = withPenalty(row, tx.today);
  const { PenaltyApplied } = charged;
  return tx.update(paymentSchedule, row, { PenaltyApplied, ...applyTick(charged, tx.today), AccountID });
}

/**
 * Undoes the user's own last untick, because the Undo button after an untick sends an ordinary tick. The installment
 * gets the account of the new tick, which may differ from that of the earlier tick. Returns whether an untick was
 * undone.
 */
async function undoUntick(tx: Transaction, row: Installment, AccountID: number | null): Promise<boolean> {
  // A tick and an untick each raise the version: below version 3 there was no untick, and the history need not be read.
  if (row.Version < 3) return false;
  const lastReset = await tx.readLastChangeTo(paymentSchedule, {
    id: row.PaymentScheduleID,
    field: "TickedAmount",
    value: 0,
  });
  if (!lastReset || lastReset.by.UserID !== tx.viewer.UserID || tx.now.getTime() - lastReset.at.getTime() > undoMs)
    return false;
  const { before, after } = lastReset;
  if (!isRowOf(paymentSchedule, before)) return false;
  // Not an untick: a revision to a lower amount also sets TickedAmount to 0. It has turned the tick into credit, which
  // the house still has.
  if (before.Amount !== after.Amount) return false;
  const state = restoreTick(row, before);
  if (!state) return false;
  await tx.lockRows(plot, [row.PlotID], "PlotID");
  if (AccountID !== before.AccountID) await assertActiveAccount(tx, AccountID);
  tx.update(paymentSchedule, row, { ...state, AccountID });
  // Receipts that have paid the installment since the untick pay other installments instead.
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
 * Unticks an installment. Throws 409 for an installment that only receipts paid, and for an installment whose ticked
 * amount was partly turned into credit.
 */
async function untickInstallment(tx: Transaction, row: Installment): Promise<Installment> {
  if (isPaidByReceipts(row))
    throw conflict(createMessage("settled-by-receipt", { receipt: await readReceiptNames(tx, row) }), row);
  if (row.TickedAmount === zero) return row;
  await tx.lockRows(plot, [row.PlotID], "PlotID");
  await assertTickGaveNoCredit(tx, row);
  tx.update(paymentSchedule, row, { ...reverseTick(row), AccountID: null });
  await settleHouses(tx, [row.PlotID]);
  return tx.get(paymentSchedule, row.PaymentScheduleID);
}

/** A message with the user and time of the change that settled the installment. For residents it names no user. */
async function createAlreadyPaidMessage(tx: Transaction, { PaymentScheduleID }: Installment): Promise<Message> {
  const payment = await tx.readLastChangeTo(paymentSchedule, { id: PaymentScheduleID, field: "IsPaid", value: 1 });
  if (!payment) return createMessage("stale");
  return createMessage("already-paid", {
    by: actorShownTo(tx.viewer, payment.by).name,
    at: formatDateTime(payment.at),
  });
}

/**
 * Adds the installments from this month on, except for months that any plan has already charged. Throws 400 above
 * `maxGeneratedRows`.
 */
async function generateInstallments(
  tx: Transaction,
  {
    rate,
    PaymentPlanID,
    plots,
    from,
  }: { rate: ServiceRate; PaymentPlanID: number; plots: readonly Plot[]; from: string },
): Promise<{ count: number; skipped: SkippedMonth[] }> {
  const ids = plots.map(({ PlotID }) => PlotID);
  const chargedMonths = await tx.find(paymentSchedule, chargedMonthsFilter(ids, rate));
  if (ids.length * periodMonths(rate).length - chargedMonths.length > maxGeneratedRows)
    throw invalidField("PlotIDs", tooManyPlotsMessage);
  const { rows, skipped } = buildInstallments({ rate, PaymentPlanID, plots, chargedMonths, from, now: tx.now });
  await tx.insertMany(
    paymentSchedule,
    rows.map((row) => withPenalty(row, tx.today)),
  );
  await settleHousesThatHaveCredit(tx, ids);
  return { count: rows.length, skipped: describeSkippedMonths(skipped, plots) };
}

function describeSkippedMonths(skipped: readonly ChargedMonth[], plots: readonly Plot[]): SkippedMonth[] {
  const houses = new Map(plots.map(({ PlotID, HouseNo }) => [PlotID, HouseNo]));
  return skipped.map(({ PlotID, BillingMonth, PaymentPlanID }) => {
    const { year: Year, month: Month } = monthOf(BillingMonth);
    return { PlotID, HouseNo: houses.get(PlotID) ?? "", Month, Year, PaymentPlanID };
  });
}

/** Locks and reads the plots. Throws 400 unless the rate applies to all of them. */
async function readPlotsOfRate(
  tx: Transaction,
  { rate, PlotIDs }: { rate: ServiceRate; PlotIDs: readonly number[] },
): Promise<Plot[]> {
  const ids = [...new Set(PlotIDs)];
  await tx.lockRows(plot, ids, "PlotIDs");
  const plots = await tx.find(plot, { PlotID: inArray(ids) });
  const mismatched = plots.filter((house) => !rateAppliesTo(house, rate));
  if (mismatched.length === 0) return plots;
  const houses = mismatched.slice(0, 10).map(({ HouseNo }) => HouseNo);
  throw invalidField("PlotIDs", createMessage("plots-do-not-match", { houses: houses.join(", ") }));
}
