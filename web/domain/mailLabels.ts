import { plural, t } from "../i18n/t.ts";

/** The state of a mail that has left the outbox: without a mail server it is only a file. */
export function formatSent(asFiles: boolean): string {
  return asFiles ? t("Saved as file") : t("Sent");
}

/** The button that sends the announced emails, or writes them as files if there is no mail server. */
export function formatSendLabel({ count, asFiles }: { count: number; asFiles: boolean | undefined }): string {
  return asFiles
    ? plural(count, { one: "Save 1 email", other: "Save {count} emails" })
    : plural(count, { one: "Send 1 email", other: "Send {count} emails" });
}
