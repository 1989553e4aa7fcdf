import { type Bill, billName } from "../../../shared/resources/bill.ts";
import type { AccountMailKind } from "../../../shared/resources/mails.ts";
import { type Receipt, receiptName } from "../../../shared/resources/payment-receipt.ts";

// The subjects of all mails. They are in English only; the text of a mail is in both languages.

type SubjectReceipt = Pick<Receipt, "ReceiptNo" | "HouseNo">;

export function receiptSubject(society: string, receipt: SubjectReceipt): string {
  return `${society}: receipt ${receiptName(receipt)} for house ${receipt.HouseNo}`;
}

export function reminderSubject(society: string, { HouseNo }: { HouseNo: string }): string {
  return `${society}: overdue amount for house ${HouseNo}`;
}

export function billSubject(society: string, bill: Pick<Bill, "BillNo" | "HouseNo">): string {
  return `${society}: bill ${billName(bill)} for house ${bill.HouseNo}`;
}

export function bounceSubject(society: string, receipt: SubjectReceipt): string {
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
