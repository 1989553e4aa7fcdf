import type { RecordOf } from "../../../shared/registry.ts";
import type { paymentReceipt } from "../../../shared/resources/payment-receipt.ts";

/** A receipt as the API sends it, amounts in rupees. */
export type Receipt = RecordOf<typeof paymentReceipt>;

/** Whether a receipt was mailed. */
export type MailStatus = "Voided" | "Sent" | "Changed" | "Failed" | "Pending" | "Imported" | "No email";

export function getMailStatus(receipt: Receipt): MailStatus {
  const { VoidedAt, IsEmailSent, MailedAs, ImportKey, MailError, EmailID } = receipt;
  if (VoidedAt !== null) return "Voided";
  if (MailedAs) return MailError ? "Failed" : "Changed";
  if (IsEmailSent) return "Sent";
  if (ImportKey) return "Imported";
  if (!EmailID) return "No email";
  return MailError ? "Failed" : "Pending";
}
