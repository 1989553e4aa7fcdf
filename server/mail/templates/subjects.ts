import { type Bill, billName } from "../../../shared/resources/bill.ts";
import type { UserMailKind } from "../../../shared/resources/mails.ts";
import { type Receipt, receiptName } from "../../../shared/resources/payment-receipt.ts";

// The subjects of all mails. They are in English only; the text of a mail is in both languages.

type SubjectReceipt = Pick<Receipt, "ReceiptNo" | "HouseNo">;

export function receiptSubject(societyName: string, receipt: SubjectReceipt): string {
  return `${societyName}: receipt ${receiptName(receipt)} for house ${receipt.HouseNo}`;
}

export function reminderSubject(societyName: string, { HouseNo }: { HouseNo: string }): string {
  return `${societyName}: overdue amount for house ${HouseNo}`;
}

export function billSubject(societyName: string, bill: Pick<Bill, "BillNo" | "HouseNo">): string {
  return `${societyName}: bill ${billName(bill)} for house ${bill.HouseNo}`;
}

export function bounceSubject(societyName: string, receipt: SubjectReceipt): string {
  return `${societyName}: the cheque of receipt ${receiptName(receipt)} for house ${receipt.HouseNo} was not paid`;
}

export function userMailSubject(societyName: string, kind: UserMailKind): string {
  return `${societyName}: ${userMailSubjects[kind]}`;
}

const userMailSubjects: Readonly<Record<UserMailKind, string>> = {
  reset: "choose a new password",
  invitation: "your account",
  verification: "confirm your email address",
};
