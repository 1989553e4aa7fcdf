import { type ReactNode, useEffect, useState } from "react";
import { t } from "../i18n/t.ts";
import { ProgressBar, ProgressErrors, ProgressStrip } from "../ui/feedback/ProgressBar.tsx";
import { formatCount } from "../ui/text/Money.tsx";

const visibleAfterDoneMs = 8_000;

interface MailingProgressProps {
  pending: number;
  sent: number;
  failed: number;
  /** Number of emails withdrawn before they were sent. */
  withdrawn?: number;
  getTitle: (isSending: boolean) => string;
  children?: ReactNode;
}

/** Progress of sending emails; stays visible for 8 s after the last one. The numbers are counts of emails. */
export function MailingProgress({ pending, sent, failed, withdrawn = 0, getTitle, children }: MailingProgressProps) {
  const isSending = pending > 0;
  const [isVisible, setIsVisible] = useState(false);
  useEffect(() => {
    if (isSending) return setIsVisible(true);
    const timer = setTimeout(() => setIsVisible(false), visibleAfterDoneMs);
    return () => clearTimeout(timer);
  }, [isSending]);
  if (!isSending && !isVisible) return null;
  const total = pending + sent + failed + withdrawn;
  return (
    <ProgressStrip role="status">
      <strong>{getTitle(isSending)}</strong>
      <ProgressBar share={total === 0 ? 1 : 1 - pending / total} label={t("Emails processed")} />
      <strong>{t("{count} of {total}", { count: formatCount(sent), total: formatCount(total) })}</strong>
      {children}
      {failed > 0 && <ProgressErrors>{t("{count} failed", { count: formatCount(failed) })}</ProgressErrors>}
    </ProgressStrip>
  );
}
