import { createHash } from "node:crypto";
import { createMessage, type Message } from "../../../shared/messages.ts";
import {
  listMissingPaymentDetails,
  type PaymentDetail,
  paymentReceipt,
  type Receipt,
  receiptName,
} from "../../../shared/resources/payment-receipt.ts";
import { society } from "../../../shared/resources/society.ts";
import { hasVisibleText } from "../../../shared/text.ts";
import type { Transaction } from "../../commits/transaction.ts";
import { inArray } from "../../database/store.ts";
import { conflict, invalid } from "../../errors.ts";
import { isValidRow } from "../valid-rows.ts";

/** The fields by which the same payment is recognized. */
export type PaymentIdentity = Pick<Receipt, "AmountPaid" | "BankName" | "Reference" | "ChequeNo">;
type Payment = Pick<Receipt, "PaymentMethod" | PaymentDetail>;

/** Throws 400 with an error at each missing detail of the payment method, if the society requires details. */
export async function assertPaymentDetails(tx: Transaction, payment: Payment): Promise<void> {
  const missing = listMissingPaymentDetails(payment);
  const [first] = missing;
  if (first === undefined || !(await requiresPaymentDetails(tx))) return;
  const errors = Object.fromEntries(missing.map((name) => [name, describeMissing(name)]));
  throw invalid(describeMissing(first), errors);
}

/**
 * A function that returns the reasons to refuse a payment: its missing details, if the society requires them. It is
 * only for `payments`, because the society's limits are read only if one of them lacks a detail.
 */
export async function createPaymentDetailsCheck(
  tx: Transaction,
  payments: readonly Payment[],
): Promise<(payment: Payment) => Message[]> {
  const mayBeRefused = payments.some((payment) => listMissingPaymentDetails(payment).length > 0);
  const isRequired = mayBeRefused && (await requiresPaymentDetails(tx));
  return (payment) => (isRequired ? listMissingPaymentDetails(payment).map(describeMissing) : []);
}

async function requiresPaymentDetails(tx: Transaction): Promise<boolean> {
  const [record] = await tx.find(society, {});
  return record?.Limits.RequirePaymentDetails === true;
}

function describeMissing(name: PaymentDetail): Message {
  return createMessage("field-required", { field: detailNames[name] });
}

const detailNames: Readonly<Record<PaymentDetail, string>> = {
  Reference: "Reference",
  BankName: "Bank",
  ChequeNo: "Cheque number",
  ChequeDate: "Cheque date",
};

/**
 * Throws 409 if a receipt other than `changedReceipt` has the same bank and amount, and the same number: its reference
 * or cheque number. Of concurrent transactions that record the same payment, the later is retried and finds the receipt
 * of the first.
 */
export async function assertNoDuplicate(
  tx: Transaction,
  payment: PaymentIdentity,
  changedReceipt?: Receipt,
): Promise<void> {
  lockPayments(tx, [payment]);
  const receipts = await findSamePayments(tx, [payment]);
  const other = receipts.find(({ PaymentReceiptID }) => PaymentReceiptID !== changedReceipt?.PaymentReceiptID);
  if (other) throw conflict(createMessage("duplicate", { receipt: receiptName(other) }), other);
}

/** A concurrent transaction that locks one of these payments conflicts with this one, and the later is retried. */
export function lockPayments(tx: Transaction, payments: readonly PaymentIdentity[]): void {
  const expires = new Date(tx.now.getTime() + 60_000);
  // Nobody reads the value.
  for (const key of payments.flatMap(listPaymentKeys))
    tx.putSecret({ key: `payment ${createHash("sha256").update(key).digest("base64url")}`, value: "", expires });
}

/** The receipts that record the same payment as one of these; voided receipts do not count. */
export async function findSamePayments(tx: Transaction, payments: readonly PaymentIdentity[]): Promise<Receipt[]> {
  const keys = new Set(payments.flatMap(listPaymentKeys));
  if (keys.size === 0) return [];
  const candidates = await Promise.all(
    (["Reference", "ChequeNo"] as const).map((field) => {
      const values = payments.map((payment) => payment[field]).filter((value) => value !== "");
      const filter = { [field]: inArray(values), VoidedAt: null };
      return values.length === 0 ? [] : tx.find(paymentReceipt, filter, { ignoreCase: true });
    }),
  );
  const receipts = candidates.flat().filter((receipt) => isValidRow(paymentReceipt, receipt));
  return receipts.filter((receipt) => listPaymentKeys(receipt).some((key) => keys.has(key)));
}

/** Keys that identify the payment among all receipts: number, bank and amount. None for a payment without a number. */
export function listPaymentKeys({ Reference, ChequeNo, BankName, AmountPaid }: PaymentIdentity): string[] {
  return [...new Set([Reference, ChequeNo])]
    .filter(hasVisibleText)
    .map((number) => `${number} · ${BankName} · ${AmountPaid}`.toLowerCase());
}

/** Whether a changed receipt must be checked for duplicates again. */
export function changesDuplicateCheckFields(before: Receipt, after: PaymentIdentity): boolean {
  return listPaymentKeys(before).join() !== listPaymentKeys(after).join();
}
