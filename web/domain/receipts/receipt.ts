import { isBouncedOrReturned } from "../../../shared/domain/cheques.ts";
import { isMailableReceipt } from "../../../shared/domain/mail-state.ts";
import type { RecordOf } from "../../../shared/registry.ts";
import type { paymentReceipt } from "../../../shared/resources/payment-receipt.ts";

/** A receipt as the API sends it, amounts in rupees. */
export type Receipt = RecordOf<typeof paymentReceipt>;

/** Whether a receipt was mailed, or why it will not be. */
export type MailStatus =
  | "Voided"
  | "Bounced"
  | "Returned"
  | "Sent"
  | "Changed"
  | "Failed"
  | "Pending"
  | "Imported"
  | "No email";

export function getMailStatus(receipt: Receipt): MailStatus {
  const { VoidedAt, IsEmailSent, MailedAs, ImportKey, MailError, EmailID } = receipt;
  if (VoidedAt !== null) return "Voided";
  if (isBouncedOrReturned(receipt)) return receipt.ChequeState === "bounced" ? "Bounced" : "Returned";
  // The receipt was changed after it was mailed.
  if (MailedAs) return MailError ? "Failed" : "Changed";
  if (IsEmailSent) return "Sent";
  if (ImportKey) return "Imported";
  if (!EmailID || !isMailableReceipt(receipt, receipt)) return "No email";
  return MailError ? "Failed" : "Pending";
}
