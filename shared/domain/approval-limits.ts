import { type Day, daysBetween } from "../dates.ts";

/** The fields of the society's record with an amount above which a second person must approve. */
export type AmountLimit = "Void" | "Waiver" | "Refund" | "WriteOff";

/** The limit that applies to each kind of adjustment. */
export const limitOfKind = { waiver: "Waiver", refund: "Refund", "write-off": "WriteOff" } as const;

/** Whether the amount is above the limit, in the same unit. Null and undefined mean no limit. */
export function isAboveLimit(limit: number | null | undefined, amount: number): boolean {
  return typeof limit === "number" && amount > limit;
}

/**
 * The amount by which a change of a receipt lowers what its house has paid, which needs approval like a void: the
 * difference to a lower amount, or the whole amount if another house gets the receipt or it becomes a cheque, which
 * could bounce without approval. In the unit of the receipts.
 */
export function amountLost({
  before,
  after,
  isSameHouse,
}: {
  before: AmountAndMethod;
  after: AmountAndMethod;
  isSameHouse: boolean;
}): number {
  const becomesCheque = after.PaymentMethod === "Cheque" && before.PaymentMethod !== "Cheque";
  return isSameHouse && !becomesCheque ? Math.max(0, before.AmountPaid - after.AmountPaid) : before.AmountPaid;
}

interface AmountAndMethod {
  AmountPaid: number;
  PaymentMethod: string;
}

/**
 * Whether a change of a receipt adds money on its payment date, which needs approval like a new receipt of that day: an
 * earlier date, a higher amount or another house. Amounts in one unit.
 */
export function addsToPaymentDate({
  before,
  after,
  isSameHouse,
}: {
  before: DatedAmount;
  after: DatedAmount;
  isSameHouse: boolean;
}): boolean {
  return !isSameHouse || after.PaymentDate < before.PaymentDate || after.AmountPaid > before.AmountPaid;
}

interface DatedAmount {
  PaymentDate: Day;
  AmountPaid: number;
}

/** Whether the payment date of a receipt is so far in the past that a second person must approve it. */
export function exceedsBackdateLimit(
  { BackdateDays }: { BackdateDays: number | null },
  { day, today }: { day: Day; today: Day },
): boolean {
  return isAboveLimit(BackdateDays, daysBetween(day, today));
}
