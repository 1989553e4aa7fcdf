import { instant, integer, oneOf, optionalText, ref, text } from "../fields.ts";
import { defineResource } from "../registry.ts";
import { paymentReceipt } from "./payment-receipt.ts";

const mailKinds = ["receipt", "reset", "invitation"] as const;

/**
 * What the portal mails, one row each and one for a receipt ever. A row holds no text: a receipt's is written when it is sent,
 * and the link of a letter is kept in the vault until then.
 */
export const mails = defineResource({
  name: "mails",
  id: "MailID",
  label: "Mail",
  page: "/payment-management?tab=payment-receipt",
  verbs: [],
  input: {},
  computed: {
    Kind: oneOf(mailKinds, "Kind"),
    /** The address, as it was when the mail was last tried. */
    To: optionalText(),
    PaymentReceiptID: ref(paymentReceipt, "Receipt").nullable(),
    /** The same for every try, so that a mail which comes twice can be told. */
    MessageID: text("Message-ID"),
    State: oneOf(["waiting", "sending", "sent", "failed"], "State"),
    Tries: integer({ min: 0, message: "Tries" }),
    /** While waiting, when it is due; while sending, when its sender counts as dead. */
    NextTryAt: instant(),
    /** Why the last try failed. */
    Reason: optionalText(),
    /** When the sending began that this mail is part of. */
    RunAt: instant(),
    SentAt: instant().nullable(),
  },
  unique: [["MessageID"]],
  internal: true,
  indexes: [["State", "NextTryAt"], ["RunAt", "State"], ["PaymentReceiptID"]],
});
