import type { Day } from "../dates.ts";

/** The fields of a record that change when it is mailed. */
export const mailStateFields = ["IsEmailSent", "MailedAs", "MailError"] as const;

export function isMailStateField(field: string): boolean {
  return mailStateFields.some((name) => name === field);
}

/**
 * Whether a receipt may be mailed to the present address of its house: it is dated since the first day of the current
 * owner (`OwnedFrom`), and was recorded since the address was entered or the house transferred (`EmailSince`).
 */
export function isMailableReceipt(
  { PaymentDate, CreatedAt }: { PaymentDate: Day; CreatedAt: string },
  { OwnedFrom, EmailSince }: { OwnedFrom: Day | null; EmailSince: string | null },
): boolean {
  return (OwnedFrom === null || PaymentDate >= OwnedFrom) && (EmailSince === null || CreatedAt >= EmailSince);
}
