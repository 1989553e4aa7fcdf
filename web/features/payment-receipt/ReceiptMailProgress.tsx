import { MailingProgress } from "../../domain/MailingProgress.tsx";
import { t } from "../../i18n/t.ts";
import type { ReceiptMailStatus } from "../../live/receiptMails.ts";

/** While receipts are mailed, by whomever: how far it is. */
export function ReceiptMailProgress({ mails }: { mails: ReceiptMailStatus | undefined }) {
  const { pending = 0, sent = 0, failed = 0 } = mails?.progress ?? {};
  return (
    <MailingProgress
      pending={pending}
      sent={sent}
      failed={failed}
      getTitle={(isSending) => getProgressTitle({ isSending, asFiles: mails?.asFiles })}
    />
  );
}

function getProgressTitle({ isSending, asFiles }: { isSending: boolean; asFiles: boolean | undefined }): string {
  if (asFiles) return isSending ? t("Writing receipts as files") : t("Receipts written as files");
  return isSending ? t("Sending receipts") : t("Receipts sent");
}
