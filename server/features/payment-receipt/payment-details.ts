import { createMessage } from "../../../shared/messages.ts";
import type { RowOf } from "../../../shared/registry.ts";
import { paymentReceipt, receiptName } from "../../../shared/resources/payment-receipt.ts";
import type { Transaction } from "../../commits/transaction.ts";
import { inArray } from "../../database/store.ts";
import { conflict } from "../../errors.ts";

type Receipt = RowOf<typeof paymentReceipt>;
/** The fields by which the same payment is recognized. */
export type PaymentIdentity = Pick<Receipt, "AmountPaid" | "BankName" | "Reference" | "ChequeNo">;

/** Throws 409 if another receipt has the same reference or cheque number, bank and amount. */
export async function assertNoDuplicate(tx: Transaction, payment: PaymentIdentity, self?: Receipt): Promise<void> {
  const receipts = await findSamePayments(tx, [payment]);
  const other = receipts.find(({ PaymentReceiptID }) => PaymentReceiptID !== self?.PaymentReceiptID);
  if (other) throw conflict(createMessage("duplicate", { receipt: receiptName(other) }), other);
}

/** The receipts that record the same payment as one of these; voided receipts do not count. */
export async function findSamePayments(tx: Transaction, payments: readonly PaymentIdentity[]): Promise<Receipt[]> {
  const keys = new Set(payments.flatMap(listPaymentKeys));
  if (keys.size === 0) return [];
  const candidates = await Promise.all(
    (["Reference", "ChequeNo"] as const).map((field) => {
      const values = payments.map((payment) => payment[field]).filter((value) => value !== "");
      // The indexes distinguish upper and lower case.
      const spellings = values.flatMap((value) => [value, value.toLowerCase(), value.toUpperCase()]);
      return values.length === 0 ? [] : tx.find(paymentReceipt, { [field]: inArray(spellings), VoidedAt: null });
    }),
  );
  return candidates.flat().filter((receipt) => listPaymentKeys(receipt).some((key) => keys.has(key)));
}

/** Identify the payment among all receipts: its number, bank and amount. None for a payment without a number. */
export function listPaymentKeys({ Reference, ChequeNo, BankName, AmountPaid }: PaymentIdentity): string[] {
  return [...new Set([Reference, ChequeNo])]
    .filter((number) => number !== "")
    .map((number) => `${number} · ${BankName} · ${AmountPaid}`.toLowerCase());
}

export function changesIdentity(before: Receipt, after: PaymentIdentity): boolean {
  return listPaymentKeys(before).join() !== listPaymentKeys(after).join();
}
