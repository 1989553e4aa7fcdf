import type { Day } from "../dates.ts";
import { addPaisa, type Paisa, paisa, subtractPaisa, zero } from "../money.ts";
import { chargedAmount, type DatedRow, type InstallmentAmounts, isSettled, outstandingAmount } from "./schedule.ts";

/** A schedule row with its id and number. */
export interface NumberedRow extends DatedRow {
  readonly PaymentScheduleID: number;
  readonly InstallmentNumber: number;
}

/** The part of a receipt that pays one installment; Amount in paisa. */
export interface Allocation {
  readonly PaymentScheduleID: number;
  readonly Amount: Paisa;
}

/** The fields of a schedule row that payments change; amounts in paisa. */
export interface PaymentState {
  readonly AmountReceived: Paisa;
  /** The part of AmountReceived from ticking the row as paid; the rest is from receipts. */
  readonly TickedAmount: Paisa;
  /** The day of the tick; null when TickedAmount is 0. */
  readonly TickedDate: Day | null;
  readonly IsPaid: 0 | 1;
  /** The day on which the row was settled; null while it is open. */
  readonly PaidDate: Day | null;
}

/** A schedule row with its payments. */
export type PayableRow = InstallmentAmounts & Pick<PaymentState, "TickedAmount" | "TickedDate" | "PaidDate">;

/** The row after a receipt of this day paid the amount. Throws a RangeError for more than the outstanding amount. */
export function applyPayment({ row, amount, day }: { row: PayableRow; amount: Paisa; day: Day }): PaymentState {
  if (amount < 0 || amount > outstandingAmount(row))
    throw new RangeError("A receipt can pay at most the outstanding amount");
  return toPaymentState({ ...row, AmountReceived: addPaisa(row.AmountReceived, amount) }, day);
}

/** The row after a payment by receipt was reversed. Throws a RangeError for more than receipts paid. */
export function reversePayment(row: PayableRow, amount: Paisa): PaymentState {
  const fromReceipts = subtractPaisa(row.AmountReceived, row.TickedAmount);
  if (amount < 0 || amount > fromReceipts) throw new RangeError("At most the amount paid by receipts can be reversed");
  return toPaymentState({ ...row, AmountReceived: subtractPaisa(row.AmountReceived, amount) }, row.TickedDate);
}

/** The row after it was ticked as paid: it receives the outstanding amount. A settled row stays as it is. */
export function tickRow(row: PayableRow, today: Day): PaymentState {
  if (isSettled(row)) return toPaymentState(row, null);
  const outstanding = outstandingAmount(row);
  const AmountReceived = addPaisa(row.AmountReceived, outstanding);
  const TickedAmount = addPaisa(row.TickedAmount, outstanding);
  return toPaymentState({ ...row, AmountReceived, TickedAmount, TickedDate: today }, today);
}

/** The row after it was unticked: without the ticked amount, and with the amount that receipts paid. */
export function untickRow(row: PayableRow): PaymentState {
  const AmountReceived = subtractPaisa(row.AmountReceived, row.TickedAmount);
  return toPaymentState({ ...row, AmountReceived, TickedAmount: zero, TickedDate: null }, null);
}

/**
 * The row after its untick was undone, with the tick and the penalty from before the untick. Receipts keep paying at
 * most the rest of the charge. Undefined if the charge is now less than the ticked amount, or if the row would not be
 * settled.
 */
export function restoreTick(
  row: PayableRow,
  beforeUntick: PayableRow,
): (PaymentState & Pick<InstallmentAmounts, "PenaltyApplied">) | undefined {
  const { PenaltyApplied, TickedAmount, TickedDate } = beforeUntick;
  const charged = chargedAmount({ ...row, PenaltyApplied });
  if (!isSettled(beforeUntick) || TickedAmount > charged) return undefined;
  const AmountReceived = paisa(Math.min(charged, row.AmountReceived + TickedAmount));
  const restored = { ...row, PenaltyApplied, AmountReceived, TickedAmount, TickedDate };
  return isSettled(restored) ? { PenaltyApplied, ...toPaymentState(restored, TickedDate) } : undefined;
}

/** Whether only receipts paid the row. Such a row cannot be unticked. */
export function isPaidByReceipts(row: PayableRow): boolean {
  return row.AmountReceived > 0 && row.TickedAmount === zero && isSettled(row);
}

/** Sorts by due date, then by installment number. */
export function compareByDueDate(a: NumberedRow, b: NumberedRow): number {
  if (a.DueDate !== b.DueDate) return a.DueDate < b.DueDate ? -1 : 1;
  return a.InstallmentNumber - b.InstallmentNumber || a.PaymentScheduleID - b.PaymentScheduleID;
}

function toPaymentState(row: PayableRow, day: Day | null): PaymentState {
  const { AmountReceived, TickedAmount, TickedDate } = row;
  if (!isSettled(row)) return { AmountReceived, TickedAmount, TickedDate, IsPaid: 0, PaidDate: null };
  return { AmountReceived, TickedAmount, TickedDate, IsPaid: 1, PaidDate: row.PaidDate ?? day };
}
