import { useEffect, useState } from "react";
import styled from "styled-components";
import { say } from "../../lib/language.ts";
import type { MailState } from "../../lib/mails.ts";
import { toneColor } from "../../ui/Badge.tsx";
import { ProgressStrip, ShareBar } from "../../ui/ProgressBar.tsx";

const shownAfterMs = 8_000;

/** While receipts are mailed, by whomever: how far it is. Stays for a moment when it is done. */
export function ReceiptProgress({ mails }: { mails: MailState | undefined }) {
  const { pending = 0, sent = 0, failed = 0 } = mails?.progress ?? {};
  const underWay = pending > 0;
  const [shown, setShown] = useState(false);
  useEffect(() => {
    if (underWay) return setShown(true);
    const timer = setTimeout(() => setShown(false), shownAfterMs);
    return () => clearTimeout(timer);
  }, [underWay]);
  if (!underWay && !shown) return null;
  const total = pending + sent + failed;
  return (
    <ProgressStrip role="status">
      <strong>{titleOf({ underWay, asFiles: mails?.asFiles })}</strong>
      <ShareBar share={total === 0 ? 1 : (sent + failed) / total} label={say("Mails that are through")} />
      <span>
        <strong>{say("{count} of {total}", { count: figures.format(sent), total: figures.format(total) })}</strong>
      </span>
      {failed > 0 && <Failed>{say("{count} failed", { count: figures.format(failed) })}</Failed>}
    </ProgressStrip>
  );
}

function titleOf({ underWay, asFiles }: { underWay: boolean; asFiles: boolean | undefined }): string {
  if (asFiles) return underWay ? say("Writing receipts as files") : say("Receipts written as files");
  return underWay ? say("Sending receipts") : say("Receipts sent");
}

const figures = new Intl.NumberFormat("en-PK");

const Failed = styled.span`
  color: ${({ theme }) => toneColor(theme, "bad")};
`;
