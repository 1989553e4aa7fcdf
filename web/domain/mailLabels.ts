import type { MailRecord } from "../../shared/endpoints/mails.ts";
import { plural, t } from "../i18n/t.ts";

/** The state of a mail that has left the outbox: without a mail server it is only a file. */
export function formatSent(asFiles: boolean): string {
  return asFiles ? t("Saved as file") : t("Sent");
}

/** The label of the button that sends `count` emails, or writes them as files if there is no mail server. */
export function formatSendLabel({ count, asFiles }: { count: number; asFiles: boolean | undefined }): string {
  return asFiles
    ? plural(count, { one: "Save 1 email", other: "Save {count} emails" })
    : plural(count, { one: "Send 1 email", other: "Send {count} emails" });
}

/** What is done after the button is pressed. */
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
