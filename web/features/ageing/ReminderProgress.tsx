import type { ReminderStatus } from "../../../shared/endpoints/reminders.ts";
import { MailingProgress } from "../../domain/MailingProgress.tsx";
import { t } from "../../i18n/t.ts";
import { formatCount } from "../../ui/text/Money.tsx";

/** While reminders are mailed, by whomever: how far it is. */
export function ReminderProgress({ state: { asFiles, progress } }: { state: ReminderStatus }) {
  const { pending, sent, failed, withdrawn } = progress;
  return (
    <MailingProgress
      pending={pending}
      sent={sent}
      failed={failed}
      cancelled={withdrawn}
      getTitle={(isSending) => getProgressTitle({ isSending, asFiles })}
    >
      {withdrawn > 0 && <span>{t("{count} paid meanwhile", { count: formatCount(withdrawn) })}</span>}
    </MailingProgress>
  );
}

function getProgressTitle({ isSending, asFiles }: { isSending: boolean; asFiles: boolean }): string {
  if (asFiles) return isSending ? t("Writing reminders as files") : t("Reminders written as files");
  return isSending ? t("Sending reminders") : t("Reminders sent");
}
