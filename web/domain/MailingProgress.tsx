import { type ReactNode, useEffect, useState } from "react";
import { t } from "../i18n/t.ts";
import { ProgressBar, ProgressErrors, ProgressStrip } from "../ui/feedback/ProgressBar.tsx";
import { formatCount } from "../ui/text/Money.tsx";

const visibleAfterDoneMs = 8_000;

interface MailingProgressProps {
  pending: number;
  sent: number;
  failed: number;
  /** Cancelled before they were sent. */
  cancelled?: number;
  getTitle: (underWay: boolean) => string;
  children?: ReactNode;
}

/** Progress of sending emails; stays for a few seconds after the end. */
export function MailingProgress({ pending, sent, failed, cancelled = 0, getTitle, children }: MailingProgressProps) {
  const underWay = pending > 0;
  const [shown, setShown] = useState(false);
  useEffect(() => {
    if (underWay) return setShown(true);
    const timer = setTimeout(() => setShown(false), visibleAfterDoneMs);
    return () => clearTimeout(timer);
  }, [underWay]);
  if (!underWay && !shown) return null;
  const total = pending + sent + failed + cancelled;
  return (
    <ProgressStrip role="status">
      <strong>{getTitle(underWay)}</strong>
      <ProgressBar share={total === 0 ? 1 : 1 - pending / total} label={t("Mails that are through")} />
      <strong>{t("{count} of {total}", { count: formatCount(sent), total: formatCount(total) })}</strong>
      {children}
      {failed > 0 && <ProgressErrors>{t("{count} failed", { count: formatCount(failed) })}</ProgressErrors>}
    </ProgressStrip>
  );
}
