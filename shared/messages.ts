import { commonMessages } from "./common-messages.ts";
import { interpolate, type MessageValues, type Placeholder } from "./placeholders.ts";

/**
 * English texts of the server's messages by code. Clients compare codes and translate a message by its code and values.
 * The error texts of fields are in their schemas.
 */
export const messages = {
  ...commonMessages,
  // Success
  added: "{label} added successfully",
  updated: "{label} updated successfully",
  deleted: "{label} deleted successfully",
  "name-changed": "Name changed",
  "ownership-transferred": "Ownership transferred",
  "file-attached": "File attached",
  "login-successful": "Login successful!",
  "signed-out": "Signed out",
  "signed-out-everywhere": "Signed out everywhere",
  "signed-up": "Account created successfully!",
  "reset-sent": "Password reset instructions sent to your email!",
  "password-changed": "Password changed",
  "email-verified": "Your email address is confirmed",
  "added-without-sign-in":
    "User added successfully. The user cannot sign in yet without a password and an email address.",
  "permissions-saved": "Permission updated successfully!",
  "plan-generated": "Payment plan generated successfully",
  "plan-revoked": "Payment plan revoked successfully",
  "schedule-generated": "Payment schedule generated successfully",
  "schedule-exists": "Payment schedule already generated",
  "installments-withdrawn": "Installments withdrawn: {count}",
  "installment-kept": "The other installments of this month were withdrawn: {count}",
  "receipt-added": "Payment receipt added",
  "receipt-updated": "Payment receipt updated",
  "adjustments-added": "Adjustments added: {count}",
  // Not `adjustment-voided`, which refuses a change of a voided adjustment.
  "adjustment-voided-now": "{adjustment} voided",
  "receipt-deleted": "Receipt deleted",
  "cheque-cleared": "Cheque {cheque} cleared",
  "cheque-bounced": "Cheque {cheque} bounced. The installments it settled are due again.",
  "cheque-bounce-charged": "Cheque {cheque} bounced. Its amount was charged to the house.",
  "cheque-returned": "Cheque {cheque} returned",
  "deposit-slip-saved": "Deposit slip {slip} saved",
  "emails-sent": "Emails sent successfully!",
  "all-emails-sent": "All emails already sent.",
  "no-new-emails": "No new emails to send. Please wait 5 seconds and try again.",
  "emails-pending": "{count} emails pending.",
  "reminders-queued": "Sending reminders: {count}",
  "no-reminders": "No reminder to send",
  "mails-requeued": "Retrying emails: {count}",
  "no-failed-mails": "No failed email to retry",
  "report-generated": "Report generated!",
  "sent-for-approval": "Sent for approval. It takes effect when a second person approves it.",
  approved: "Request approved",
  declined: "Request declined",
  "claim-added": "Claim saved",
  "claim-confirmed": "Claim confirmed with receipt {receipt}",
  "claim-declined": "Claim of {amount} declined",
  "certificate-issued": "Certificate {certificate} issued",
  "nothing-saved": "Nothing has been saved yet",
  "import-finished": "Import finished",
  "import-undone": "Import undone",

  // Any request
  validation: "The request is not valid",
  "invalid-parameter": "Unknown or wrong parameter: {name}",
  "invalid-version": "Version must be a whole number",
  "invalid-idempotency-key": "Idempotency-Key must have 1 to {count} characters",
  "idempotency-key-reused": "This Idempotency-Key was used for another request",
  "field-required": "{field} is required",
  "invalid-field": "{field} is not valid",
  "id-mismatch": "{field} does not match the address",
  unauthorized: "Please sign in",
  "not-found": "{label} not found",
  "method-not-allowed": "This address does not support that method",
  "too-large": "The request is too large",
  "unsupported-media-type": "The body must be {types}",
  "rate-limited": "Too many attempts. Please wait a few minutes.",
  "too-many-waiting": "Too many requests are waiting. Please try again in a few seconds.",
  "database-unavailable": "The database cannot be reached at the moment. Please try again.",
  "disk-full": "The server's disk is full, so nothing can be saved. Everything can still be read.",

  "logo-too-large": "The logo is larger than 200 kB",
  "logo-unreadable": "The logo must be a PNG or JPEG image of at most 2000 × 2000 pixels",

  "attachment-too-large": "The file is larger than 5 MB",
  "attachment-unreadable": "The file must be a complete PDF, JPEG or PNG",

  // Any resource
  stale: "Somebody has changed this since you opened it. Look at the new version first.",
  "immutable-field": "{field} cannot be changed later",
  "already-exists": "{label} {value} already exists",
  "in-use": "{label} is in use by {holder}",
  "unknown-reference": "{label} does not exist",

  // Accounts, roles, menus
  "signup-closed": "Signing up is closed at the moment. Please ask the office for an account.",
  "totp-required": "Enter the code of your authenticator app",
  "totp-wrong": "The code is incorrect",
  "totp-on": "Two-factor authentication is on",
  "totp-off": "Two-factor authentication is off",
  "totp-confirmed": "Identity confirmed",
  "totp-already-on": "Two-factor authentication is already on",
  "totp-not-started": "Start again: the secret of the authenticator app has expired",
  "wrong-password": "The current password is incorrect",
  "keys-rotated": "The signing key of document codes was changed",
  "display-off": "This display has been switched off",
  "last-administrator": "At least one user must be able to edit permissions",
  "grant-beyond-own-rights": "You cannot grant permissions that you do not have",
  "revoke-beyond-own-rights": "You cannot revoke permissions that you do not have",
  "top-level-only-view": "A top-level menu takes only the View action",
  "parent-not-top-level": "Parent Menu must be a top-level entry",
  "has-sub-menus": "A menu with sub-menus stays at the top level",

  // Money
  "rate-overlap": "Another active service charge covers a month of this period for the same type, category and floor",
  "rate-has-plan": "A payment plan was made from this service charge; only its state can change",
  "rate-inactive": "This service charge is not active",
  "plan-exists": "Payment plan already generated for this service charge",
  "plan-has-payments": "Installments of this plan are already paid or part-paid",
  "plan-of-other-rate": "The payment plan does not belong to this service charge",
  "plots-do-not-match": "These plots do not match the service charge: {houses}",
  "account-inactive": "Account {account} is not active",
  "cash-account-fixed":
    "This account receives all money that names no other account, so it must stay an active cash account",
  "plan-ends-before": "The payment plan ends before this month",
  "rate-starts-later": "The service charge begins after this month",
  "rate-ends-before": "The service charge ends before this month",
  "rate-revised": "Service charge revised",
  "house-moved": "House moved",
  "nothing-to-change": "This changes nothing",
  "months-without-plan": "No payment plan of this type and floor covers {months}",
  "months-charged-twice": "Decide first which installment to keep in {months}",
  "floor-changes-charge": "This floor changes the charge; use Move to choose from which month",
  "preview-changed": "Records have changed in the meantime. Check the new preview first.",
  "bills-made": "Bills made: {count}",
  "no-bills-made": "No other house needs a bill for this month",
  "certificate-dues": "{amount} is due for house {house}: {items}",
  "verification-started": "Verification started",
  "month-lock-done": "Locked: all months up to {month}",
  "month-unlocked": "Unlocked: {month} and the months after it",
  "month-not-over": "A month can be locked once it is over",
  "month-not-locked": "{month} is not locked",
  "wrong-state": "Not possible, because {record} is {state}",
  "too-many-records": "No further record of this kind is possible: {label}",
  "invalid-record":
    "{record} has an invalid value of {field} in the database. It cannot be used until the value is corrected.",
  "charged-once": "This month is charged only once",
  duplicate: "Already entered as {receipt}",
  "payment-date-out-of-range": "The payment date must be from {from} to {to}",
  "receipt-voided": "This receipt is voided",
  "too-many-claims": "The house has {count} open claims already. The office decides on them first.",
  "too-much": "At most {amount} is possible",
  "too-much-of-house": "{house}: at most {amount} is possible",
  "date-in-future": "The date is in the future",
  "date-too-early": "The date must be {day} or later",
  "cheque-post-dated": "Cheque {cheque} is dated {day} and cannot be deposited before that day",
  "dues-open": "{amount} is due until that day. The next owner must accept it, or it must be paid first.",
  "owned-since": "The current owner has owned the house since {day}",
  "credit-used": "Its credit was used by {by}; void that first",
  "adjustment-voided": "This adjustment is voided",
  "settled-by-receipt": "Settled by receipt {receipt}. Void the receipt first.",
  "already-paid": "Already paid by {by} at {at}",
  "partly-ticked": "A part of this installment is marked as paid already. Record a receipt for the rest.",

  "drawer-opened": "Drawer opened",
  "drawer-closed": "Drawer closed",
  "drawer-handed-over": "Drawer handed over to {name}",
  "drawer-required": "Open your drawer first: the society takes cash only into a drawer",
  "drawers-open": "Close these drawers first: {names}",
  "day-closed": "Day {day} closed",
  "day-already-closed": "{day} is closed. What was recorded since then goes on the sheet of the next day.",
  "receipt-counted": "{record} is closed and counts this receipt. Void the receipt and record it again.",
  "cash-counted": "{record} is closed and counts this cash. Record the difference as a new entry.",
  "difference-reason": "Counted {counted}, expected {expected}: the difference needs a reason",
  "no-drawer-allowed": "This user cannot take over a drawer",
  "drawer-below-zero": "A drawer below zero cannot be handed over without a count",

  "approval-required": "A second person must approve this",
  "own-request": "You cannot decide on your own request",

  // Mail and import
  "wrong-address": "The email address is not valid",
  "reminded-today": "This house was already reminded today",
  "paid-meanwhile": "Already paid",
  "bill-withdrawn": "The bill was withdrawn",
  "mail-not-retryable": "Only a failed email about a receipt, reminder, bill or bounced cheque can be retried",
  "bill-mails-queued": "Bills to be emailed: {count}",
  "mail-holds-secret": "This email contains a link that only its recipient may see",
  "titles-not-found": "No header row was found with {columns}.",
  "columns-not-chosen": "No column was chosen for {columns}.",
  "unknown-column": "There is no column named {name}.",
  "unclosed-quotation-mark": "Row {row} opens a quotation mark that is never closed.",
  "quotation-mark-in-cell":
    "Row {row} begins a cell with a quotation mark that does not enclose the whole cell. Remove it, or save the file as xlsx.",
  "unknown-name": "{label} {value} does not exist",
  "duplicate-in-file": "{label} {value} is already in row {row}",
  "receipt-imported-differently": "Receipt number {number} was imported before with different values",
  "voucher-imported-differently": "Voucher number {number} was imported before with different values",
  "opening-differs": "The house has the opening balance {number} of that day with another amount",
  "category-fixed": "{house} is in another category, which cannot be changed",
  "type-fixed": "{house} is of another type, which cannot be changed",
  "plot-only-fixed": "{house}: Is Plot Only cannot be changed",
  "too-long": "{field} is too long",
  "is-formula": "{field} is a formula: {text}",
  "not-recognised": "{field} not recognised: {text}",
  "invalid-email": "Invalid email: {text}",
  "neither-yes-nor-no": "Plot Only must be yes or no, not: {text}",
  "import-built-on": "{name} was changed or used since, so this import can no longer be undone",
  "import-undone-before": "This import was undone before",
  "import-running": "{by} is importing a spreadsheet at the moment. Please try again when that is done.",
} as const;

export type MessageCode = keyof typeof messages;

/** A message in a response: `message` is the English text of `code` with its placeholders filled from `values`. */
export interface Message {
  message: string;
  code: MessageCode;
  values?: MessageValues;
}

type ValueArgs<Code extends MessageCode> = [Placeholder<(typeof messages)[Code]>] extends [never]
  ? []
  : [values: Readonly<Record<Placeholder<(typeof messages)[Code]>, string | number>>];

/** The message of the code, with the values of its placeholders. */
export function createMessage<Code extends MessageCode>(code: Code, ...[values]: ValueArgs<Code>): Message {
  return values ? { message: interpolate(messages[code], values), code, values } : { message: messages[code], code };
}

/** The labels of the records that messages call "Item". */
const itemLabels = ["Category", "Expense", "Floor", "Installment", "Payment plan", "Plot", "Service charge", "Type"];

/** The message after a record was added, updated or deleted, with the label of its resource. */
export function createSavedMessage(code: "added" | "updated" | "deleted", label: string): Message {
  return createMessage(code, { label: itemLabels.includes(label) ? "Item" : label });
}
