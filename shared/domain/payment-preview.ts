import { type Paisa, paisa, toNearestPaisa, zero } from "../money.ts";

/** The items that a payment would pay. */
export interface PaymentPreview<Item> {
  /** The items that it pays in full, oldest first. */
  paid: readonly Item[];
  /** The item that the rest of the amount pays in part. */
  partlyPaid: Item | undefined;
  /** The amount that is left when all open items are paid. */
  credit: Paisa;
}

/** Previews a payment. `items`: all open items of a house, oldest first, as GET /plot/:PlotID/balance returns them. */
export function previewPayment<Item extends { readonly Due: number }>(
  items: readonly Item[],
  amount: Paisa,
): PaymentPreview<Item> {
  const paid: Item[] = [];
  let rest = amount;
  for (const item of items) {
    const due = toNearestPaisa(item.Due);
    if (rest === zero) break;
    if (rest < due) return { paid, partlyPaid: item, credit: zero };
    paid.push(item);
    rest = paisa(rest - due);
  }
  return { paid, partlyPaid: undefined, credit: rest };
}
