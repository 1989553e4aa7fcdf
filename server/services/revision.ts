import { createHash } from "node:crypto";
import { type Day, monthIndex, monthOf } from "../../shared/dates.ts";
import { buildPlanLines, isMonthlyInstallment } from "../../shared/domain/payment-plan.ts";
import { type AmountRevision, reviseAmount } from "../../shared/domain/revision.ts";
import { billingMonth, chargedAmount, isSettled, penaltyApplies, withPenalty } from "../../shared/domain/schedule.ts";
import type { RevisionLine, RevisionPreview } from "../../shared/endpoints/revision.ts";
import { chunkWhile, groupBy } from "../../shared/grouping.ts";
import {
  addPaisa,
  multiplyPaisa,
  type Paisa,
  paisa,
  subtractFromSum,
  subtractPaisa,
  sumPaisa,
  toRupees,
  zero,
} from "../../shared/money.ts";
import { type Adjustment, adjustment } from "../../shared/resources/adjustment.ts";
import { type Installment, paymentSchedule } from "../../shared/resources/payment-schedule.ts";
import { plot } from "../../shared/resources/plot.ts";
import type { ServiceRate } from "../../shared/resources/service-rate.ts";
import type { Transaction } from "../commits/transaction.ts";
import { inArray, where } from "../database/store.ts";
import { previewChanged } from "../errors.ts";
import { type AdjustmentInput, addAdjustments, type NewAdjustment, noReferences, voidCharges } from "./adjustments.ts";
import { releaseManyAllocations, settleHouses, settleHousesThatHaveCredit } from "./settlement.ts";

/** The values that an installment gets from its plan. */
type InstallmentTerms = Pick<
  Installment,
  "PaymentPlanID" | "InstallmentNumber" | "DueDate" | "Amount" | "GracePeriodDays" | "PenaltyAmount"
>;

/** An installment and its new terms. */
export interface RevisionTarget {
  row: Installment;
  terms: InstallmentTerms;
}

/** The change of one installment; amounts in paisa. */
export interface InstallmentRevision extends RevisionTarget, AmountRevision {
  /** The charges that earlier revisions added to the installment. */
  surcharges: readonly Adjustment[];
  /** The cost of the month before and after the revision, with surcharges and before waivers. */
  before: Paisa;
  after: Paisa;
  /** The amount received beyond what the installment costs after the revision; it becomes credit. */
  released: Paisa;
  /** The part of `released` that a tick paid. */
  releasedTick: Paisa;
}

/** The terms of each month of the rate's plan, by month as YYYY-MM. */
export function termsByMonth(rate: ServiceRate, PaymentPlanID: number): Map<string, InstallmentTerms> {
  const { GracePeriodDays } = rate;
  const PenaltyAmount = rate.IsPenaltyApply ? rate.PenaltyAmount : zero;
  return new Map(
    buildPlanLines(rate)
      .filter(isMonthlyInstallment)
      .map(({ InstallmentNumber, DueDate, TotalAmount: Amount }) => [
        billingMonth(DueDate),
        { PaymentPlanID, InstallmentNumber, DueDate, Amount, GracePeriodDays, PenaltyAmount },
      ]),
  );
}

/** Computes the change of each installment. Writes nothing. */
export async function computeRevisions(
  tx: Transaction,
  targets: readonly RevisionTarget[],
): Promise<InstallmentRevision[]> {
  const plotIds = [...new Set(targets.map(({ row }) => row.PlotID))];
  const surchargeFilter = { Kind: "charge", PaymentScheduleID: where({ $gt: 0 }), VoidedAt: null };
  const charges = await tx.findIncludingStaged(
    adjustment,
    { PlotID: inArray(plotIds), ...surchargeFilter },
    ({ Kind, PaymentScheduleID, VoidedAt }) => Kind === "charge" && PaymentScheduleID !== null && VoidedAt === null,
  );
  const chargesByInstallment = groupBy(charges, ({ PaymentScheduleID }) => PaymentScheduleID);
  return targets.map(({ row, terms }) => {
    const surcharges = chargesByInstallment.get(row.PaymentScheduleID) ?? [];
    const surcharge = addPaisa(...surcharges.map(({ Amount }) => Amount));
    const { Amount, charge, voidsSurcharge } = reviseAmount({ installment: row, surcharge, target: terms.Amount });
    const released = paisa(Math.max(0, row.AmountReceived - chargedAmount({ ...row, Amount })));
    const fromReceipts = subtractPaisa(row.AmountReceived, row.TickedAmount);
    return {
      row,
      terms,
      Amount,
      charge,
      voidsSurcharge,
      surcharges,
      before: addPaisa(row.Amount, surcharge),
      after: addPaisa(Amount, charge, voidsSurcharge ? zero : surcharge),
      released,
      releasedTick: paisa(Math.max(0, released - fromReceipts)),
    };
  });
}

/** Throws 409 with the fresh preview if it differs from the preview that the user has seen. */
export function assertPreviewUnchanged(fresh: RevisionPreview, seenPreview: string | undefined): void {
  if (seenPreview !== undefined && seenPreview !== fresh.Preview) throw previewChanged(fresh);
}

/** The changes of the revision in each house, with a hash of all values on which they depend. */
export async function describeRevision(
  tx: Transaction,
  revisions: readonly InstallmentRevision[],
): Promise<RevisionPreview> {
  const byPlot = groupBy(revisions, ({ row }) => row.PlotID);
  const houses = await tx.find(plot, { PlotID: inArray([...byPlot.keys()]) });
  const before = sumPaisa(revisions.map((revision) => revision.before));
  const after = sumPaisa(revisions.map((revision) => revision.after));
  const charges = revisions.filter(({ charge }) => charge > 0).length;
  const credits = revisions.filter(({ releasedTick }) => releasedTick > 0).length;
  return {
    plots: byPlot.size,
    installments: revisions.length,
    before: toRupees(before),
    after: toRupees(after),
    difference: toRupees(subtractFromSum(after, before)),
    adjustments: charges + credits,
    lines: houses.flatMap((house) => describeHouse(house, byPlot.get(house.PlotID) ?? [])),
    Preview: hashRevisions(revisions, tx.today),
  };
}

/** The changes of a house: one line for each run of consecutive months with the same change. */
function describeHouse(
  { PlotID, HouseNo, OwnerName }: Pick<RevisionLine, "PlotID" | "HouseNo" | "OwnerName">,
  revisions: readonly InstallmentRevision[],
): RevisionLine[] {
  const sorted = revisions.toSorted((a, b) => (a.row.BillingMonth < b.row.BillingMonth ? -1 : 1));
  const runs = chunkWhile(sorted, (revision, run) => {
    const last = run.at(-1);
    return last !== undefined && isNextMonth(last, revision) && effectOf(last) === effectOf(revision);
  });
  return runs.flatMap((run) => {
    const [first, last] = [run[0], run.at(-1)];
    if (!first || !last) return [];
    return {
      PlotID,
      HouseNo,
      OwnerName,
      From: first.row.BillingMonth,
      To: last.row.BillingMonth,
      Months: run.length,
      Before: toRupees(first.before),
      After: toRupees(first.after),
      Difference: toRupees(multiplyPaisa(subtractPaisa(first.after, first.before), run.length)),
      Charge: toRupees(sumPaisa(run.map(({ charge }) => charge))),
      Credit: toRupees(sumPaisa(run.map(({ released }) => released))),
    };
  });
}

function isNextMonth(a: InstallmentRevision, b: InstallmentRevision): boolean {
  return monthIndex(monthOf(b.row.BillingMonth)) === monthIndex(monthOf(a.row.BillingMonth)) + 1;
}

function effectOf({ before, after, charge, released }: InstallmentRevision): string {
  return [before, after, charge > 0, released > 0].join(" ");
}

function hashRevisions(revisions: readonly InstallmentRevision[], today: Day): string {
  const values = revisions.map(({ row, terms, before, after, Amount, charge, released, releasedTick }) => [
    ...[row.PaymentScheduleID, row.PlotID, row.PaymentPlanID, row.BillingMonth, row.AmountReceived],
    ...[row.WaivedAmount, row.PenaltyApplied, terms.DueDate, terms.GracePeriodDays, terms.PenaltyAmount],
    getsNewDueDate(row, today),
    ...[before, after, Amount, charge, released, releasedTick],
  ]);
  return createHash("sha256").update(JSON.stringify(values)).digest("base64url");
}

/**
 * Changes the installments. Amounts received beyond the new amounts become credit, which settles other items of the
 * house. `reason` becomes the reason of the new adjustments and of voided charges.
 */
export async function applyRevision(
  tx: Transaction,
  revisions: readonly InstallmentRevision[],
  reason: string,
): Promise<void> {
  const plotIds = [...new Set(revisions.map(({ row }) => row.PlotID))];
  if (plotIds.length === 0) return;
  await tx.lockRows(plot, plotIds, "FromMonth");
  const withVoidedCharges = revisions.filter(({ voidsSurcharge }) => voidsSurcharge);
  await voidCharges(
    tx,
    withVoidedCharges.flatMap(({ surcharges }) => surcharges),
    reason,
  );
  const released = revisions.filter((revision) => revision.released > 0);
  await releaseManyAllocations(
    tx,
    released.map(({ row, released: amount }) => ({ PlotID: row.PlotID, itemId: row.PaymentScheduleID, amount })),
  );
  for (const revision of revisions) updateInstallment(tx, revision);
  await addAdjustments(tx, [...toCredits(tx, released, reason), ...toCharges(tx, revisions, reason)]);
  // A lower amount can settle an installment, even within its days of grace, and can give credit.
  const lowered = revisions.filter(
    ({ row, Amount }) => Amount < row.Amount && (row.AmountReceived > 0 || row.PenaltyApplied === 1),
  );
  // The credit of `released` and `withVoidedCharges` is new, so `settleHousesThatHaveCredit` would not find it.
  const plotsToSettle = new Set([...lowered, ...released, ...withVoidedCharges].map(({ row }) => row.PlotID));
  await settleHouses(tx, [...plotsToSettle]);
  await settleHousesThatHaveCredit(
    tx,
    plotIds.filter((PlotID) => !plotsToSettle.has(PlotID)),
  );
}

/** Whether a revision gives the installment the due date and penalty of its new terms. */
export function getsNewDueDate(row: Installment, today: Day): boolean {
  return row.AmountReceived === zero && !penaltyApplies(row, today);
}

/**
 * Updates an installment. If it has received money or its penalty has fallen due, it keeps its due date and penalty.
 */
function updateInstallment(tx: Transaction, { row, terms, Amount, released, releasedTick }: InstallmentRevision): void {
  const { PaymentPlanID, InstallmentNumber, DueDate, GracePeriodDays, PenaltyAmount } = terms;
  const TickedAmount = subtractPaisa(row.TickedAmount, releasedTick);
  const revised = {
    ...row,
    ...{ PaymentPlanID, InstallmentNumber, Amount, TickedAmount },
    ...(getsNewDueDate(row, tx.today) ? { DueDate, GracePeriodDays, PenaltyAmount } : {}),
    AmountReceived: subtractPaisa(row.AmountReceived, released),
    TickedDate: TickedAmount === zero ? null : row.TickedDate,
    AccountID: TickedAmount === zero ? null : row.AccountID,
  };
  const charged = withPenalty(revised, tx.today);
  const IsPaid = isSettled(charged) ? 1 : 0;
  // An installment that is settled by a waiver alone has no day of payment.
  const after = { ...charged, IsPaid, PaidDate: IsPaid && charged.AmountReceived > 0 ? row.PaidDate : null } as const;
  const isChanged = revisedFields.some((field) => after[field] !== row[field]);
  if (isChanged) tx.update(paymentSchedule, row, after);
}

const revisedFields = [
  "PaymentPlanID",
  "InstallmentNumber",
  "DueDate",
  "Amount",
  "GracePeriodDays",
  "PenaltyAmount",
  "PenaltyApplied",
  "AmountReceived",
  "IsPaid",
] as const satisfies readonly (keyof Installment)[];

/**
 * The ticked amounts beyond the new amounts, as opening balances below 0, the kind of adjustment that gives a house
 * credit. Each names the installment with the tick.
 */
function toCredits(tx: Transaction, released: readonly InstallmentRevision[], Reason: string): NewAdjustment[] {
  return released.flatMap(({ row: { PlotID, PaymentScheduleID, TickedDate, AccountID }, releasedTick }) =>
    releasedTick === zero
      ? []
      : {
          ...baseAdjustment(tx, Reason),
          Kind: "opening",
          PlotID,
          PaymentScheduleID,
          Amount: subtractPaisa(zero, releasedTick),
          tick: { TickedDate, AccountID },
        },
  );
}

function toCharges(tx: Transaction, revisions: readonly InstallmentRevision[], Reason: string): AdjustmentInput[] {
  return revisions.flatMap(({ row: { PlotID, PaymentScheduleID, DueDate }, charge }) =>
    charge === zero
      ? []
      : { ...baseAdjustment(tx, Reason), Kind: "charge", PlotID, PaymentScheduleID, Amount: charge, DueDate },
  );
}

function baseAdjustment(tx: Transaction, Reason: string) {
  return { ...noReferences, DueDate: null, Date: tx.today, Reason };
}
