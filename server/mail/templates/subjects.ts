import type { RowOf } from "../../../shared/registry.ts";
import { billName, type bill as billResource } from "../../../shared/resources/bill.ts";
import type { AccountMailKind } from "../../../shared/resources/mails.ts";
import { type paymentReceipt, receiptName } from "../../../shared/resources/payment-receipt.ts";

// The subjects of all mails. They are in English only; the text of a mail is in both languages.

type Receipt = Pick<RowOf<typeof paymentReceipt>, "ReceiptNo" | "HouseNo">;

export function receiptSubject(society: string, receipt: Receipt): string {
  return `${society}: receipt ${receiptName(receipt)} for house ${receipt.HouseNo}`;
}

export function reminderSubject(society: string, { HouseNo }: { HouseNo: string }): string {
  return `${society}: amount due for house ${HouseNo}`;
}

export function billSubject(society: string, bill: Pick<RowOf<typeof billResource>, "BillNo" | "HouseNo">): string {
  return `${society}: bill ${billName(bill)} for house ${bill.HouseNo}`;
}

export function bounceSubject(society: string, receipt: Receipt): string {
  return `${society}: the cheque of receipt ${receiptName(receipt)} for house ${receipt.HouseNo} was not paid`;
}

export function accountMailSubject(society: string, kind: AccountMailKind): string {
  return `${society}: ${accountMailSubjects[kind]}`;
}

const accountMailSubjects: Readonly<Record<AccountMailKind, string>> = {
  reset: "choose a new password",
  invitation: "your account",
  verification: "confirm your email address",
};
