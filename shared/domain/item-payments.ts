import type { Day } from "../dates.ts";
import { addPaisa, type Paisa, paisa, subtractPaisa, zero } from "../money.ts";
import { chargedAmount, type DatedItem, type ItemAmounts, isSettled, outstandingAmount } from "./schedule.ts";

/** An item (an installment, charge or opening balance, see `HouseItem`) with its id and number. */
export interface NumberedItem extends DatedItem {
  readonly PaymentScheduleID: number;
  readonly InstallmentNumber: number;
}

/** The part of a receipt that pays one item, whose id is PaymentScheduleID; Amount in paisa. */
export interface Allocation {
  readonly PaymentScheduleID: number;
  readonly Amount: Paisa;
}

/** The fields of an item that payments change; amounts in paisa. */
export interface PaymentState {
  readonly AmountReceived: Paisa;
  /** The part of AmountReceived from ticking the item as paid; the rest is from receipts. */
  readonly TickedAmount: Paisa;
  /** The day of the tick; null when TickedAmount is 0. */
  readonly TickedDate: Day | null;
  readonly IsPaid: 0 | 1;
  /** The day on which the item was settled; null while it is open. */
  readonly PaidDate: Day | null;
}

/** The amounts of an item with its payments. */
export type PayableItem = ItemAmounts & Pick<PaymentState, "TickedAmount" | "TickedDate" | "PaidDate">;

/** The item after a receipt of this day paid the amount. Throws a RangeError for more than the outstanding amount. */
export function applyPayment({ item, amount, day }: { item: PayableItem; amount: Paisa; day: Day }): PaymentState {
  if (amount < 0 || amount > outstandingAmount(item))
    throw new RangeError("A receipt can pay at most the outstanding amount");
  return toPaymentState({ ...item, AmountReceived: addPaisa(item.AmountReceived, amount) }, day);
}

/** The item after a payment by receipt was reversed. Throws a RangeError if the amount exceeds what receipts paid. */
export function reversePayment(item: PayableItem, amount: Paisa): PaymentState {
  const fromReceipts = subtractPaisa(item.AmountReceived, item.TickedAmount);
  if (amount < 0 || amount > fromReceipts) throw new RangeError("At most the amount paid by receipts can be reversed");
  return toPaymentState({ ...item, AmountReceived: subtractPaisa(item.AmountReceived, amount) }, item.TickedDate);
}

/** The item after it was ticked as paid: it receives the outstanding amount. A settled item stays as it is. */
export function applyTick(item: PayableItem, today: Day): PaymentState {
  if (isSettled(item)) return toPaymentState(item, null);
  const outstanding = outstandingAmount(item);
  const AmountReceived = addPaisa(item.AmountReceived, outstanding);
  const TickedAmount = addPaisa(item.TickedAmount, outstanding);
  return toPaymentState({ ...item, AmountReceived, TickedAmount, TickedDate: today }, today);
}

/** The item after it was unticked: without the ticked amount, and with the amount that receipts paid. */
export function reverseTick(item: PayableItem): PaymentState {
  const AmountReceived = subtractPaisa(item.AmountReceived, item.TickedAmount);
  return toPaymentState({ ...item, AmountReceived, TickedAmount: zero, TickedDate: null }, null);
}

/**
 * The item after its untick was undone, with the tick and the penalty from before the untick. Of the amount that
 * receipts have paid, at most the charged amount less the ticked amount is kept. Undefined if the charged amount is now
 * less than the ticked amount, or if the item would not be settled.
 */
export function restoreTick(
  item: PayableItem,
  beforeUntick: PayableItem,
): (PaymentState & Pick<ItemAmounts, "PenaltyApplied">) | undefined {
  const { PenaltyApplied, TickedAmount, TickedDate } = beforeUntick;
  const charged = chargedAmount({ ...item, PenaltyApplied });
  if (!isSettled(beforeUntick) || TickedAmount > charged) return undefined;
  const AmountReceived = paisa(Math.min(charged, item.AmountReceived + TickedAmount));
  const restored = { ...item, PenaltyApplied, AmountReceived, TickedAmount, TickedDate };
  return isSettled(restored) ? { PenaltyApplied, ...toPaymentState(restored, TickedDate) } : undefined;
}

/** Whether only receipts paid the item. Such an item cannot be unticked. */
export function isPaidByReceipts(item: PayableItem): boolean {
  return item.AmountReceived > 0 && item.TickedAmount === zero && isSettled(item);
}

/** Sorts by due date, then by installment number. */
export function compareByDueDate(a: NumberedItem, b: NumberedItem): number {
  if (a.DueDate !== b.DueDate) return a.DueDate < b.DueDate ? -1 : 1;
  return a.InstallmentNumber - b.InstallmentNumber || a.PaymentScheduleID - b.PaymentScheduleID;
}

/** `settledOn` becomes the PaidDate of a settled item that has none yet. */
function toPaymentState(item: PayableItem, settledOn: Day | null): PaymentState {
  const { AmountReceived, TickedAmount, TickedDate } = item;
  if (!isSettled(item)) return { AmountReceived, TickedAmount, TickedDate, IsPaid: 0, PaidDate: null };
  return { AmountReceived, TickedAmount, TickedDate, IsPaid: 1, PaidDate: item.PaidDate ?? settledOn };
}
