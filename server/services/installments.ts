import { creditGiven } from "../../shared/domain/adjustments.ts";
import { compareDuplicates } from "../../shared/domain/schedule.ts";
import { createMessage } from "../../shared/messages.ts";
import { type Adjustment, adjustment, adjustmentName } from "../../shared/resources/adjustment.ts";
import { type Installment, paymentSchedule } from "../../shared/resources/payment-schedule.ts";
import type { Transaction } from "../commits/transaction.ts";
import { inArray, where } from "../database/store.ts";
import { conflict, type HttpError } from "../errors.ts";
import { isCreditOfTick } from "./waivers.ts";

/**
 * Removes installments. If a month was charged twice and its regular installment is removed, the duplicate becomes the
 * regular one. Throws 409 if an installment has a waiver, write-off or charge; `label` names the record in the error.
 */
export async function removeInstallments(tx: Transaction, rows: readonly Installment[], label: string): Promise<void> {
  await assertNotAdjusted(tx, rows, label);
  for (const row of rows) tx.remove(paymentSchedule, row);
  const regularKeys = new Set(rows.filter(({ IsDuplicate }) => IsDuplicate === 0).map(monthKeyOf));
  const plotIds = [...new Set(rows.map(({ PlotID }) => PlotID))];
  const duplicates = await tx.find(paymentSchedule, { PlotID: inArray(plotIds), IsDuplicate: 1 });
  for (const row of duplicates.toSorted(compareDuplicates))
    if (regularKeys.delete(monthKeyOf(row))) tx.update(paymentSchedule, row, { IsDuplicate: 0 });
}

async function assertNotAdjusted(tx: Transaction, rows: readonly Installment[], label: string): Promise<void> {
  const ids = new Set(rows.map(({ PaymentScheduleID }) => PaymentScheduleID));
  const PlotID = inArray([...new Set(rows.map((row) => row.PlotID))]);
  const candidates = await tx.find(adjustment, { PlotID, PaymentScheduleID: where({ $gt: 0 }), VoidedAt: null });
  const adjustments = candidates.filter(({ PaymentScheduleID }) => ids.has(PaymentScheduleID ?? 0));
  if (adjustments.length > 0) throw createInUseError(adjustments, label);
}

/**
 * Throws 409 if a waiver or a revision has turned a part of the ticked amount into credit: without the tick, nobody
 * would have paid this credit. Credit of an earlier tick with another day or account is not concerned.
 */
export async function assertTickGaveNoCredit(tx: Transaction, installment: Installment): Promise<void> {
  const { PlotID, PaymentScheduleID } = installment;
  const adjustments = await tx.find(adjustment, { PlotID, PaymentScheduleID, VoidedAt: null });
  const sources = adjustments.filter((row) => creditGiven(row) > 0 && isCreditOfTick(row, installment));
  if (sources.length > 0) throw createInUseError(sources, paymentSchedule.label);
}

function createInUseError(adjustments: readonly Adjustment[], label: string): HttpError {
  const holder = `${adjustment.label} ${adjustments.map(adjustmentName).join(", ")}`;
  return conflict(createMessage("in-use", { label, holder }));
}

function monthKeyOf({ PlotID, BillingMonth }: Installment): string {
  return `${PlotID} ${BillingMonth}`;
}
