import { useEffect, useState } from "react";
import styled, { css } from "styled-components";
import { societyDayAt } from "../../shared/dates.ts";
import { serverNow } from "../hooks/serverClock.ts";
import { useSocietyToday } from "../hooks/useSocietyToday.ts";
import { formatClockTime, formatTimestamp } from "../i18n/dateTime.ts";
import { t } from "../i18n/t.ts";
import { useConnectionState } from "../live/connection.ts";
import { hideOnMobile } from "../ui/theme/mixins.ts";
import { typography } from "../ui/theme/theme.ts";

export type DisplayedConnection =
  | { kind: "live" }
  | { kind: "reconnecting"; seconds: number }
  /** `since` as text: a time of today, or a day and time. */
  | { kind: "offline"; since: string }
  | { kind: "tooManyWindows" };

/** The connection as ConnectionStatus shows it, updated each second while reconnecting. */
export function useDisplayedConnection(): DisplayedConnection {
  const connection = useConnectionState();
  const today = useSocietyToday();
  const [now, setNow] = useState(serverNow);
  useEffect(() => {
    if (connection.kind !== "reconnecting") return;
    setNow(serverNow());
    const timer = setInterval(() => setNow(serverNow()), 1_000);
    return () => clearInterval(timer);
  }, [connection]);
  if (connection.kind === "live" || connection.kind === "tooManyWindows") return { kind: connection.kind };
  if (connection.kind === "reconnecting")
    return { kind: "reconnecting", seconds: Math.max(0, Math.round((now.getTime() - connection.since) / 1000)) };
  const since = new Date(connection.since);
  const isToday = societyDayAt(since) === today;
  return { kind: "offline", since: isToday ? formatClockTime(since) : formatTimestamp(since.toISOString()) };
}

interface ConnectionStatusProps {
  state: DisplayedConnection;
  /** Replaces "Live" on a page without live updates. */
  liveText?: string;
}

/** Shows whether the page receives live updates. Screen readers do not announce each second. */
export function ConnectionStatus({ state, liveText = t("Live") }: ConnectionStatusProps) {
  return (
    <Box role="status">
      <Dot aria-hidden="true" $kind={state.kind} />
      {state.kind === "live" && liveText}
      {state.kind === "reconnecting" && (
        <span>
          {t("Reconnecting")}
          <Seconds aria-hidden="true">{t(", {seconds} s", { seconds: state.seconds })}</Seconds>
        </span>
      )}
      {state.kind === "tooManyWindows" && (
        <span title={t("Close a tab you do not need. This one then receives live updates again.")}>
          {t("Too many tabs open")}
        </span>
      )}
      {state.kind === "offline" && t("Offline since {time}", { time: state.since })}
    </Box>
  );
}

const Box = styled.span`
  ${typography("meta")}
  ${({ theme }) => css`
    display: inline-flex;
    flex: none;
    align-items: center;
    gap: ${theme.space.s};
    color: ${theme.color.textMuted};
    white-space: nowrap;
  `}
`;

/** On phones the header has no room for them. */
const Seconds = styled.span`
  ${hideOnMobile}
`;

const Dot = styled.span<{ $kind: DisplayedConnection["kind"] }>`
  ${({ theme, $kind }) => css`
    inline-size: ${theme.size.dot}px;
    block-size: ${theme.size.dot}px;
    border-radius: ${theme.radius.round};
    ${
      $kind === "live" &&
      `background: ${theme.color.accent}; box-shadow: 0 0 0 ${theme.size.ringSpread}px ${theme.color.accentSoft};`
    }
    ${
      $kind === "reconnecting" &&
      `background: ${theme.color.amberFill}; box-shadow: 0 0 0 ${theme.size.ringSpread}px ${theme.color.amberSoft};`
    }
    ${($kind === "offline" || $kind === "tooManyWindows") && `border: ${theme.size.ring} solid ${theme.color.red};`}
  `}
`;
