import type { ReminderState } from "../../../shared/endpoints/reminders.ts";
import { say } from "../../lib/language.ts";
import { MailingProgress } from "../../MailingProgress.tsx";
import { countText } from "../../ui/Money.tsx";

/** While reminders are mailed, by whomever: how far it is. */
export function AgeingProgress({ state: { asFiles, progress } }: { state: ReminderState }) {
  const { pending, sent, failed, withdrawn } = progress;
  return (
    <MailingProgress
      pending={pending}
      sent={sent}
      failed={failed}
      dropped={withdrawn}
      titleOf={(underWay) => titleOf({ underWay, asFiles })}
    >
      {withdrawn > 0 && <span>{say("{count} paid meanwhile", { count: countText(withdrawn) })}</span>}
    </MailingProgress>
  );
}

function titleOf({ underWay, asFiles }: { underWay: boolean; asFiles: boolean }): string {
  if (asFiles) return underWay ? say("Writing reminders as files") : say("Reminders written as files");
  return underWay ? say("Sending reminders") : say("Reminders sent");
}
