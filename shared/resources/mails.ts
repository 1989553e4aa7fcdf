import { instant, integer, oneOf, optionalText, ref, text } from "../fields.ts";
import { defineResource } from "../registry.ts";
import { paymentReceipt } from "./payment-receipt.ts";
import { plot } from "./plot.ts";

export const mailKinds = ["receipt", "reminder", "reset", "invitation"] as const;

/** Withdrawn: there was no reason left to send it, which `Reason` tells. */
export const mailStates = ["waiting", "sending", "sent", "failed", "withdrawn"] as const;

/**
 * What the portal mails, one row each: one for a receipt ever, one a day for a house that is reminded. A row holds no text: it
 * is written when it is sent, and the link of a letter is kept in the vault until then.
 */
export const mails = defineResource({
  name: "mails",
  idField: "MailID",
  label: "Mail",
  page: "/payment-management?tab=payment-receipt",
  verbs: [],
  input: {},
  computed: {
    Kind: oneOf(mailKinds, "Kind"),
    /** The address, as it was when the mail was last tried. */
    To: optionalText(),
    PaymentReceiptID: ref(paymentReceipt, "Receipt").nullable(),
    /** The house that is reminded. */
    PlotID: ref(plot, "House").nullable(),
    /** The same for every try, so that a mail which comes twice can be told. */
    MessageID: text("Message-ID"),
    State: oneOf(mailStates, "State"),
    Tries: integer({ min: 0, message: "Tries" }),
    /** While waiting, when it is due; while sending, when its sender counts as dead. */
    NextTryAt: instant(),
    /** Why the last try failed, or why it is not sent any more. */
    Reason: optionalText(),
    /** When the sending began that this mail is part of. */
    RunAt: instant(),
    SentAt: instant().nullable(),
  },
  unique: [["MessageID"]],
  internal: true,
  indexes: [["State", "NextTryAt"], ["RunAt", "State"], ["PaymentReceiptID"], ["PlotID"]],
});
