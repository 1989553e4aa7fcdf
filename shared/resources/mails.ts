import { instant, integer, oneOf, optionalText, ref, text } from "../fields.ts";
import { defineResource } from "../registry.ts";
import { bill } from "./bill.ts";
import { paymentReceipt } from "./payment-receipt.ts";
import { plot } from "./plot.ts";

/** Mails with a link for an account: to choose a password, or to confirm the email address of a sign-up. */
export const userMailKinds = ["reset", "invitation", "verification"] as const;
export type UserMailKind = (typeof userMailKinds)[number];

/** `bounce`: the notice to the payer of a bounced cheque. */
export const mailKinds = ["receipt", "reminder", "bill", "bounce", ...userMailKinds] as const;

/** `withdrawn`: not sent, because the reason to send the mail no longer exists. */
export const mailStates = ["waiting", "sending", "sent", "failed", "withdrawn"] as const;

/**
 * The outbox, one row per mail. A receipt has one mail, and another one after each correction and each bounce of its
 * cheque. A house has at most one reminder per day, and a bill one mail. The content is not stored, but rendered when
 * the mail is sent. Until then, the secret of a password link is in the secret store.
 */
export const mails = defineResource({
  name: "mails",
  idField: "MailID",
  label: "Email",
  page: "/payment-management?tab=payment-receipt",
  verbs: [],
  input: {},
  serverFields: {
    Kind: oneOf(mailKinds, "Kind"),
    /** The address of the last try. */
    To: optionalText(),
    PaymentReceiptID: ref(paymentReceipt, "Receipt").nullable(),
    BillID: ref(bill, "Bill").nullable(),
    /** The house of a reminder. */
    PlotID: ref(plot, "House").nullable(),
    /** The same for every try, so that a mail server can detect duplicates. */
    MessageID: text("Message-ID"),
    State: oneOf(mailStates, "State"),
    Tries: integer({ min: 0, message: "Attempts" }),
    /** While waiting: the time of the next try. While sending: the end of the lease of the server that sends it. */
    NextTryAt: instant(),
    /** Why the last try failed or the mail was withdrawn. */
    Reason: optionalText(),
    /** When the batch that contains this mail was started. */
    RunAt: instant(),
    SentAt: instant().nullable(),
  },
  unique: [["MessageID"]],
  internal: true,
  indexes: [
    ["State", "NextTryAt"],
    ["Kind", "RunAt", "State"],
    ["Kind", "SentAt"],
    ["PaymentReceiptID"],
    ["BillID"],
    ["PlotID"],
  ],
});
