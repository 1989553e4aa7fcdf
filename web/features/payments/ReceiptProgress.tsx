import { say } from "../../lib/language.ts";
import type { MailState } from "../../lib/mails.ts";
import { MailingProgress } from "../../MailingProgress.tsx";

/** While receipts are mailed, by whomever: how far it is. */
export function ReceiptProgress({ mails }: { mails: MailState | undefined }) {
  const { pending = 0, sent = 0, failed = 0 } = mails?.progress ?? {};
  return (
    <MailingProgress
      pending={pending}
      sent={sent}
      failed={failed}
      titleOf={(underWay) => titleOf({ underWay, asFiles: mails?.asFiles })}
    />
  );
}

function titleOf({ underWay, asFiles }: { underWay: boolean; asFiles: boolean | undefined }): string {
  if (asFiles) return underWay ? say("Writing receipts as files") : say("Receipts written as files");
  return underWay ? say("Sending receipts") : say("Receipts sent");
}
