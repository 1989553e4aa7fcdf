import type { Day } from "../../../shared/dates.ts";
import { isPaidByReceipts, markRowPaid, type PayableRow, unmarkRowPaid } from "../../../shared/domain/row-payments.ts";
import {
  chargedAmount,
  daysOverdue,
  outstandingAmount,
  type ScheduleStatus,
  scheduleStatus,
} from "../../../shared/domain/schedule.ts";
import { type Paisa, toPaisa, toRupees } from "../../../shared/money.ts";
import type { RecordOf } from "../../../shared/registry.ts";
import type { paymentSchedule } from "../../../shared/resources/payment-schedule.ts";

/** An installment as it travels, amounts in rupees. */
export type ScheduleRow = RecordOf<typeof paymentSchedule>;

/** An installment and what it comes to on a day, amounts in paisa. */
export interface ScheduleEntry {
  row: ScheduleRow;
  status: ScheduleStatus;
  /** With the penalty, once it applies. */
  billed: Paisa;
  received: Paisa;
  /** What is still to be paid, whether it has fallen due or not. */
  outstanding: Paisa;
  daysOverdue: number;
}

export function toScheduleEntry(row: ScheduleRow, today: Day): ScheduleEntry {
  const dated = { ...toPayableRow(row), DueDate: row.DueDate };
  return {
    row,
    status: scheduleStatus(dated, today),
    billed: chargedAmount(dated),
    received: dated.AmountReceived,
    outstanding: outstandingAmount(dated),
    daysOverdue: daysOverdue(dated, today),
  };
}

/** In the order in which money settles installments of one house. */
export function compareEntriesByDueDate({ row: a }: ScheduleEntry, { row: b }: ScheduleEntry): number {
  if (a.DueDate !== b.DueDate) return a.DueDate < b.DueDate ? -1 : 1;
  return a.InstallmentNumber - b.InstallmentNumber || a.PaymentScheduleID - b.PaymentScheduleID;
}

/** What ticking or unticking makes of the installment, in rupees, as far as it can be known here. */
export function paidPatch(row: ScheduleRow, { paid, today }: { paid: boolean; today: Day }): Partial<ScheduleRow> {
  const payable = toPayableRow(row);
  const after = paid ? markRowPaid(payable, today) : unmarkRowPaid(payable);
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
  return isPaidByReceipts(toPayableRow(row));
}

function toPayableRow(row: ScheduleRow): PayableRow {
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
