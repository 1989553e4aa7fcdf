import { type ReactNode, useEffect, useState } from "react";
import { say } from "./lib/language.ts";
import { countText } from "./ui/Money.tsx";
import { ShareBar } from "./ui/ProgressBar.tsx";
import { ProgressFailed, ProgressStrip } from "./ui/ProgressStrip.ts";

const shownAfterMs = 8_000;

interface MailingProgressProps {
  pending: number;
  sent: number;
  failed: number;
  /** Those that were not to be sent any more. */
  dropped?: number;
  titleOf: (underWay: boolean) => string;
  /** What else there is to say of it. */
  children?: ReactNode;
}

/** While letters are mailed, by whomever: how far it is. Stays for a moment when it is done. */
export function MailingProgress({ pending, sent, failed, dropped = 0, titleOf, children }: MailingProgressProps) {
  const underWay = pending > 0;
  const [shown, setShown] = useState(false);
  useEffect(() => {
    if (underWay) return setShown(true);
    const timer = setTimeout(() => setShown(false), shownAfterMs);
    return () => clearTimeout(timer);
  }, [underWay]);
  if (!underWay && !shown) return null;
  const total = pending + sent + failed + dropped;
  return (
    <ProgressStrip role="status">
      <strong>{titleOf(underWay)}</strong>
      <ShareBar share={total === 0 ? 1 : 1 - pending / total} label={say("Mails that are through")} />
      <strong>{say("{count} of {total}", { count: countText(sent), total: countText(total) })}</strong>
      {children}
      {failed > 0 && <ProgressFailed>{say("{count} failed", { count: countText(failed) })}</ProgressFailed>}
    </ProgressStrip>
  );
}
