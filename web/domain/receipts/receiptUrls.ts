import { monthOf } from "../../../shared/dates.ts";
import { paymentReceipt, receiptName } from "../../../shared/resources/payment-receipt.ts";
import type { Receipt } from "./receipt.ts";

/** Query parameter with the PaymentReceiptID of the receipt to void. */
export const voidParam = "void";

/** The address of the list that shows only this receipt. */
export function receiptUrl(receipt: Receipt): string {
  const { year } = monthOf(receipt.PaymentDate);
  return `${paymentReceipt.guards.list.page}&q=${receiptName(receipt)}&year=${year}`;
}

/** The address that opens the list with the dialog that voids the receipt. */
export function voidReceiptUrl(receipt: Receipt): string {
  return `${receiptUrl(receipt)}&${voidParam}=${receipt.PaymentReceiptID}`;
}
