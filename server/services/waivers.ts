import type { z } from "zod";
import { creditGiven, isDebit, toChargeItem } from "../../shared/domain/adjustments.ts";
import { baseAmount, chargedAmount, isSettled, outstandingAmount } from "../../shared/domain/schedule.ts";
import { toBit } from "../../shared/fields.ts";
import { createMessage } from "../../shared/messages.ts";
import { addPaisa, type Paisa, paisa, subtractPaisa, zero } from "../../shared/money.ts";
import { cashAccountId } from "../../shared/resources/account.ts";
import { type Adjustment, adjustment } from "../../shared/resources/adjustment.ts";
import { type Installment, paymentSchedule } from "../../shared/resources/payment-schedule.ts";
import { serviceRate } from "../../shared/resources/service-rate.ts";
import type { Transaction } from "../commits/transaction.ts";
import { conflict, invalidField } from "../errors.ts";
import { assertAtMost } from "./house-credit.ts";
import { assertValidInstallment, type ItemRow, releaseAllocations } from "./settlement.ts";
import { assertValidRow } from "./valid-rows.ts";

/*
 * Waivers and write-offs lower the amount due of an item: an installment or a charge. Voiding one makes the amount due
 * again.
 */

type WaiverInput = z.output<typeof adjustment.input>;

/** The day and account with which an installment was ticked: marked as paid without a receipt. */
export type Tick = Pick<Installment, "TickedDate" | "AccountID">;

/** The day and account of the tick whose money became the credit of an adjustment. */
export type CreditTick = Partial<Pick<Adjustment, "TickedDate" | "TickedAccountID">>;

/**
 * Lowers what is due for the item by the amount waived or written off. Returns the item's due date and the credit of
 * the adjustment: what a tick paid beyond the lowered amount.
 */
export async function applyWaiver(
  tx: Transaction,
  input: WaiverInput,
): Promise<Pick<Adjustment, "DueDate" | "Credit"> & CreditTick> {
  const item = await readItem(tx, input);
  if ("charge" in item) {
    const row = toChargeItem(item.charge);
    assertAtMost(input.Amount, outstandingAmount(row));
    const WaivedAmount = addPaisa(row.WaivedAmount, input.Amount);
    tx.update(adjustment, item.charge, { WaivedAmount, IsPaid: toBit(isSettled({ ...row, WaivedAmount })) });
    return { DueDate: row.DueDate, Credit: zero };
  }
  const { installment } = item;
  const { DueDate, PenaltyAmount, PenaltyApplied, WaivedPenalty, WaivedAmount } = installment;
  if (input.Of === "penalty") {
    assertAtMost(input.Amount, PenaltyApplied ? subtractPaisa(PenaltyAmount, WaivedPenalty) : zero);
    const Credit = await lowerInstallment(tx, installment, { WaivedPenalty: addPaisa(WaivedPenalty, input.Amount) });
    return { DueDate, Credit, ...creditTickOf(Credit, installment) };
  }
  assertAtMost(input.Amount, paisa(Math.min(outstandingAmount(installment), baseAmount(installment))));
  const Credit = await lowerInstallment(tx, installment, { WaivedAmount: addPaisa(WaivedAmount, input.Amount) });
  return { DueDate, Credit, ...creditTickOf(Credit, installment) };
}

/**
 * Whether the tick that paid the adjustment's credit has the day and account of this tick. Earlier releases stored no
 * day; their credit is taken for that of this tick.
 */
export function isCreditOfTick(
  row: Pick<Adjustment, "TickedDate" | "TickedAccountID">,
  { TickedDate, AccountID }: Tick,
): boolean {
  const isSameDay = row.TickedDate === null || row.TickedDate === TickedDate;
  return isSameDay && (row.TickedAccountID ?? cashAccountId) === (AccountID ?? cashAccountId);
}

function creditTickOf(credit: Paisa, { TickedDate, AccountID: TickedAccountID }: Tick): CreditTick {
  return credit === zero ? {} : { TickedDate, TickedAccountID };
}

/**
 * Stores the installment with its new waived amount. What it has received beyond the lowered amount becomes credit of
 * its receipts again. Returns the part that a tick had paid.
 */
async function lowerInstallment(
  tx: Transaction,
  installment: Installment,
  waived: Partial<Pick<Installment, "WaivedAmount" | "WaivedPenalty">>,
): Promise<Paisa> {
  const { PlotID, PaymentScheduleID: itemId } = installment;
  const lowered = { ...installment, ...waived };
  const excess = paisa(Math.max(0, lowered.AmountReceived - chargedAmount(lowered)));
  const ticked = excess === zero ? zero : await releaseAllocations(tx, { PlotID, itemId }, excess);
  const AmountReceived = subtractPaisa(lowered.AmountReceived, excess);
  const TickedAmount = subtractPaisa(lowered.TickedAmount, ticked);
  tx.update(paymentSchedule, installment, {
    ...waived,
    AmountReceived,
    TickedAmount,
    TickedDate: TickedAmount === zero ? null : lowered.TickedDate,
    AccountID: TickedAmount === zero ? null : lowered.AccountID,
    IsPaid: toBit(isSettled({ ...lowered, AmountReceived })),
  });
  return ticked;
}

/**
 * Makes the waived amount due again, and gives the tick back what had become credit of the adjustment. Throws 409 if
 * the installment was ticked again meanwhile: an installment stores one day and one account of ticked money, so one of
 * the two ticks would get those of the other.
 */
export async function revertWaiver(tx: Transaction, row: Adjustment): Promise<void> {
  const item = await readItem(tx, row);
  if ("charge" in item) {
    const WaivedAmount = subtractPaisa(item.charge.WaivedAmount, row.Amount);
    tx.update(adjustment, item.charge, {
      WaivedAmount,
      IsPaid: toBit(isSettled({ ...toChargeItem(item.charge), WaivedAmount })),
    });
    return;
  }
  const { installment } = item;
  const ticked = creditGiven(row);
  if (ticked > 0 && installment.TickedAmount > 0 && !isCreditOfTick(row, installment))
    throw conflict(createMessage("partly-ticked"), row);
  const raised = {
    ...(row.Of === "penalty"
      ? { WaivedPenalty: subtractPaisa(installment.WaivedPenalty, row.Amount) }
      : await lowerWaivedAmount(tx, installment, row.Amount)),
    AmountReceived: addPaisa(installment.AmountReceived, ticked),
    TickedAmount: addPaisa(installment.TickedAmount, ticked),
    ...(ticked === zero
      ? {}
      : { TickedDate: installment.TickedDate ?? row.TickedDate ?? row.Date, AccountID: row.TickedAccountID }),
  };
  tx.update(paymentSchedule, installment, { ...raised, IsPaid: toBit(isSettled({ ...installment, ...raised })) });
}

/**
 * The Amount and WaivedAmount of the installment after `amount` of the waived amount is due again. A revision does not
 * lower Amount below the waived amount (see `reviseAmount`). If it stopped there, Amount is now lowered further, to the
 * present amount of the service charge.
 */
async function lowerWaivedAmount(
  tx: Transaction,
  { PaymentPlanID, Amount, WaivedAmount: waivedBefore }: Installment,
  amount: Paisa,
): Promise<Pick<Installment, "Amount" | "WaivedAmount">> {
  const WaivedAmount = subtractPaisa(waivedBefore, amount);
  if (Amount > waivedBefore) return { Amount, WaivedAmount };
  const rate = await tx.findFirst(serviceRate, { PaymentPlanID });
  const presentAmount = Math.min(Amount, rate?.FloorRate ?? Amount);
  return { Amount: paisa(Math.max(WaivedAmount, presentAmount)), WaivedAmount };
}

/** The installment or charge that the adjustment names. Throws 400 at its field when the house does not have it. */
export async function readItem(
  tx: Transaction,
  { PlotID, PaymentScheduleID, ChargeID }: Pick<WaiverInput, "PlotID" | "PaymentScheduleID" | "ChargeID">,
): Promise<ItemRow> {
  const installment = PaymentScheduleID && (await tx.findFirst(paymentSchedule, { PlotID, PaymentScheduleID }));
  if (installment) {
    assertValidInstallment(installment);
    return { installment };
  }
  const charge = ChargeID && (await tx.findFirst(adjustment, { PlotID, AdjustmentID: ChargeID }));
  if (charge && isDebit(charge)) {
    assertValidRow(adjustment, charge);
    return { charge };
  }
  const [field, label] = ChargeID ? ["ChargeID", "Charge"] : ["PaymentScheduleID", paymentSchedule.label];
  throw invalidField(field, createMessage("unknown-reference", { label }));
}
