import type { Day } from "../dates.ts";
import { addPaisa, type Paisa, subtractPaisa, zero } from "../money.ts";
import { type DatedRow, type InstallmentAmounts, isSettled, outstandingAmount } from "./schedule.ts";

export interface OpenRow extends DatedRow {
  readonly PaymentScheduleID: number;
  readonly InstallmentNumber: number;
}

export interface Allocation {
  readonly PaymentScheduleID: number;
  readonly Amount: Paisa;
}

/** The part of a schedule row that payments change. */
export interface PaymentState {
  readonly AmountReceived: Paisa;
  /** How much of AmountReceived a tick gave; the rest came from receipts. */
  readonly TickedAmount: Paisa;
  /** The day of that tick; null where none gave anything. */
  readonly TickedDate: Day | null;
  readonly IsPaid: 0 | 1;
  /** The day that completed the row; null while it is open. */
  readonly PaidDate: Day | null;
}

export type PayableRow = InstallmentAmounts & Pick<PaymentState, "TickedAmount" | "TickedDate" | "PaidDate">;

/** The row after a receipt of that day gave it the amount. Throws a RangeError for more than is still due. */
export function applyPayment({ row, amount, day }: { row: PayableRow; amount: Paisa; day: Day }): PaymentState {
  if (amount < 0 || amount > outstandingAmount(row))
    throw new RangeError("A receipt can give at most what is still due");
  return toPaymentState({ ...row, AmountReceived: addPaisa(row.AmountReceived, amount) }, day);
}

/** The row after a receipt took its amount back. Throws a RangeError for more than receipts gave. */
export function reversePayment(row: PayableRow, amount: Paisa): PaymentState {
  const fromReceipts = subtractPaisa(row.AmountReceived, row.TickedAmount);
  if (amount < 0 || amount > fromReceipts) throw new RangeError("A receipt can take back at most what receipts gave");
  return toPaymentState({ ...row, AmountReceived: subtractPaisa(row.AmountReceived, amount) }, row.TickedDate);
}

/** The row after its box was ticked: it gets what is still due. One that is paid stays as it is. */
export function markRowPaid(row: PayableRow, today: Day): PaymentState {
  if (isSettled(row)) return toPaymentState(row, null);
  const given = outstandingAmount(row);
  const AmountReceived = addPaisa(row.AmountReceived, given);
  const TickedAmount = addPaisa(row.TickedAmount, given);
  return toPaymentState({ ...row, AmountReceived, TickedAmount, TickedDate: today }, today);
}

/** The row after its box was unticked: it loses what ticks gave and keeps what receipts gave. */
export function unmarkRowPaid(row: PayableRow): PaymentState {
  const AmountReceived = subtractPaisa(row.AmountReceived, row.TickedAmount);
  return toPaymentState({ ...row, AmountReceived, TickedAmount: zero, TickedDate: null }, null);
}

/** Whether receipts alone paid the row, so that its box cannot be unticked. */
export function isPaidByReceipts(row: PayableRow): boolean {
  return row.AmountReceived > 0 && row.TickedAmount === zero && isSettled(row);
}

/** Orders rows by due date, then by number. */
export function compareByDueDate(a: OpenRow, b: OpenRow): number {
  if (a.DueDate !== b.DueDate) return a.DueDate < b.DueDate ? -1 : 1;
  return a.InstallmentNumber - b.InstallmentNumber || a.PaymentScheduleID - b.PaymentScheduleID;
}

function toPaymentState(row: PayableRow, day: Day | null): PaymentState {
  const { AmountReceived, TickedAmount, TickedDate } = row;
  if (!isSettled(row)) return { AmountReceived, TickedAmount, TickedDate, IsPaid: 0, PaidDate: null };
  return { AmountReceived, TickedAmount, TickedDate, IsPaid: 1, PaidDate: row.PaidDate ?? day };
}
