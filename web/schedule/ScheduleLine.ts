import type { Day } from "../../shared/dates.ts";
import { daysLate, dueOf, type ScheduleStatus, statusOf, stillDue } from "../../shared/domain/schedule.ts";
import { isPaidByReceipts, type PayableRow, tickRow, untickRow } from "../../shared/domain/settlement.ts";
import { type Paisa, toPaisa, toRupees } from "../../shared/money.ts";
import type { RecordOf } from "../../shared/registry.ts";
import type { paymentSchedule } from "../../shared/resources/payment-schedule.ts";

/** An installment as it travels, amounts in rupees. */
export type ScheduleRow = RecordOf<typeof paymentSchedule>;

/** An installment and what it comes to on a day, amounts in paisa. */
export interface Line {
  row: ScheduleRow;
  status: ScheduleStatus;
  /** With the penalty, once it applies. */
  billed: Paisa;
  received: Paisa;
  /** What is still to be paid, whether it has fallen due or not. */
  open: Paisa;
  daysLate: number;
}

export function lineOf(row: ScheduleRow, today: Day): Line {
  const dated = { ...inPaisa(row), DueDate: row.DueDate };
  return {
    row,
    status: statusOf(dated, today),
    billed: dueOf(dated),
    received: dated.AmountReceived,
    open: stillDue(dated),
    daysLate: daysLate(dated, today),
  };
}

/** In the order in which money settles installments of one house. */
export function oldestFirst({ row: a }: Line, { row: b }: Line): number {
  if (a.DueDate !== b.DueDate) return a.DueDate < b.DueDate ? -1 : 1;
  return a.InstallmentNumber - b.InstallmentNumber || a.PaymentScheduleID - b.PaymentScheduleID;
}

/** What ticking or unticking makes of the installment, in rupees, as far as it can be known here. */
export function tickedPatch(row: ScheduleRow, { paid, today }: { paid: boolean; today: Day }): Partial<ScheduleRow> {
  const payable = inPaisa(row);
  const after = paid ? tickRow(payable, today) : untickRow(payable);
  const { AmountReceived, TickedAmount } = after;
  return {
    // What is asked for, also where only the server knows why it cannot be.
    IsPaid: paid ? 1 : 0,
    PaidDate: after.PaidDate,
    TickedDate: after.TickedDate,
    AmountReceived: toRupees(AmountReceived),
    TickedAmount: toRupees(TickedAmount),
  };
}

/** Whether only deleting a receipt can open the installment again. */
export function isSettledByReceipts(row: ScheduleRow): boolean {
  return isPaidByReceipts(inPaisa(row));
}

function inPaisa(row: ScheduleRow): PayableRow {
  return {
    Amount: toPaisa(row.Amount),
    PenaltyAmount: toPaisa(row.PenaltyAmount),
    PenaltyApplied: row.PenaltyApplied,
    AmountReceived: toPaisa(row.AmountReceived),
    TickedAmount: toPaisa(row.TickedAmount),
    TickedDate: row.TickedDate,
    PaidDate: row.PaidDate,
  };
}
