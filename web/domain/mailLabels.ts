import type { MailRecord } from "../../shared/endpoints/mails.ts";
import { plural, t } from "../i18n/t.ts";

/**
 * The state of an email that has left the outbox. In this file, `asFiles` says that there is no mail server, so that
 * emails are written as files.
 */
export function formatSent(asFiles: boolean): string {
  return asFiles ? t("Saved as file") : t("Sent");
}

/** The label of the button that sends `count` emails; `asFiles` is undefined until the server has said it. */
export function formatSendLabel({ count, asFiles }: { count: number; asFiles: boolean | undefined }): string {
  return asFiles
    ? plural(count, { one: "Save 1 email", other: "Save {count} emails" })
    : plural(count, { one: "Send 1 email", other: "Send {count} emails" });
}

/** The progress text after the button was pressed. */
export function formatSending({ count, asFiles }: { count: number; asFiles: boolean | undefined }): string {
  return asFiles
    ? plural(count, { one: "Saving 1 email as a file", other: "Saving {count} emails as files" })
    : plural(count, { one: "Sending 1 email", other: "Sending {count} emails" });
}

export function formatMailState(state: MailRecord["State"], asFiles: boolean): string {
  return {
    waiting: t("Waiting"),
    sending: t("Sending"),
    sent: formatSent(asFiles),
    failed: t("Failed"),
    withdrawn: t("Withdrawn"),
  }[state];
}

/** The icon and the colour of each state. */
export const mailStateStyles = {
  waiting: { icon: "mail", tone: "neutral" },
  sending: { icon: "mail", tone: "neutral" },
  sent: { icon: "mail-check", tone: "good" },
  failed: { icon: "mail-x", tone: "bad" },
  withdrawn: { icon: "minus", tone: "neutral" },
} as const;
