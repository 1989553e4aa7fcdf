import { useEffect, useState } from "react";
import styled, { css } from "styled-components";
import type { ReminderState } from "../../../shared/endpoints/reminders.ts";
import { say } from "../../lib/language.ts";
import { toneColor } from "../../ui/Badge.tsx";
import { ShareBar } from "../../ui/ProgressBar.tsx";

const shownAfterMs = 8_000;

/** While reminders are mailed, by whomever: how far it is. Stays for a moment when it is done. */
export function AgeingProgress({ state: { asFiles, progress } }: { state: ReminderState }) {
  const { pending, sent, failed, withdrawn } = progress;
  const underWay = pending > 0;
  const [shown, setShown] = useState(false);
  useEffect(() => {
    if (underWay) return setShown(true);
    const timer = setTimeout(() => setShown(false), shownAfterMs);
    return () => clearTimeout(timer);
  }, [underWay]);
  if (!underWay && !shown) return null;
  const total = pending + sent + failed + withdrawn;
  return (
    <Strip role="status">
      <strong>{titleOf({ underWay, asFiles })}</strong>
      <ShareBar share={total === 0 ? 1 : 1 - pending / total} label={say("Mails that are through")} />
      <strong>{say("{count} of {total}", { count: figures.format(sent), total: figures.format(total) })}</strong>
      {withdrawn > 0 && <span>{say("{count} paid meanwhile", { count: figures.format(withdrawn) })}</span>}
      {failed > 0 && <Failed>{say("{count} failed", { count: figures.format(failed) })}</Failed>}
    </Strip>
  );
}

function titleOf({ underWay, asFiles }: { underWay: boolean; asFiles: boolean }): string {
  if (asFiles) return underWay ? say("Writing reminders as files") : say("Reminders written as files");
  return underWay ? say("Sending reminders") : say("Reminders sent");
}

const figures = new Intl.NumberFormat("en-PK");

const Strip = styled.div`
  ${({ theme: t }) => css`
    display: flex;
    flex: none;
    flex-wrap: wrap;
    align-items: center;
    gap: ${t.space.s} ${t.space.m};
    padding: ${t.space.s} ${t.size.gutter};
    background: ${t.color.canvas};

    > [role="img"] {
      min-inline-size: 6em;
      max-inline-size: 24em;
    }

    ${t.phone} {
      padding-inline: ${t.size.gutterPhone};
    }
  `}
`;

const Failed = styled.span`
  color: ${({ theme }) => toneColor(theme, "bad")};
`;
