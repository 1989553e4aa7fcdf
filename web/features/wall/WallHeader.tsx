import styled, { css } from "styled-components";
import { SOCIETY_ZONE } from "../../../shared/dates.ts";
import { useSocietyInfo } from "../../api/societyInfo.ts";
import { t, useLanguage } from "../../i18n/t.ts";
import type { Connection } from "../../live/connection.ts";
import { useConnection } from "../../live/useConnectionState.ts";
import { Logo } from "../../ui/icon/Logo.tsx";
import { ellipsis } from "../../ui/theme/ellipsis.ts";
import { typography } from "../../ui/theme/theme.ts";
import { formatSocietyDay, formatTime } from "./wallTime.ts";

/** Whose figures these are, whether they are true now, and the time. */
export function WallHeader({ now }: { now: Date }) {
  const society = useSocietyInfo();
  const language = useLanguage();
  const connection = useConnection();
  const weekday = now.toLocaleDateString(language, { weekday: "short", timeZone: SOCIETY_ZONE });
  return (
    <Bar>
      <Logo />
      <h1>{society ? `${society.name} ${society.kind}` : t("Dashboard")}</h1>
      <State role="status" $live={connection.kind === "live"}>
        <Dot aria-hidden="true" $kind={connection.kind} />
        {connection.kind === "live" ? t("Live") : t("As of {time}", { time: formatTime(new Date(connection.since)) })}
      </State>
      <Day>
        {weekday} <bdi dir="ltr">{formatSocietyDay(now)}</bdi>
      </Day>
      <Time dateTime={now.toISOString()} dir="ltr">
        {formatTime(now)}
      </Time>
    </Bar>
  );
}

const Bar = styled.header`
  ${({ theme }) => css`
    display: flex;
    align-items: center;
    gap: ${theme.space.l};
    padding-block-end: ${theme.space.m};

    h1 {
      ${typography("sectionTitle")}
      flex: 1;
      min-inline-size: 0;
      ${ellipsis}
    }
  `}
`;

const State = styled.span<{ $live: boolean }>`
  ${({ theme, $live }) => css`
    display: inline-flex;
    align-items: center;
    gap: ${theme.space.s};
    color: ${$live ? theme.color.text : theme.color.amber};
    white-space: nowrap;
  `}
`;

const Dot = styled.span<{ $kind: Connection["kind"] }>`
  ${({ theme, $kind }) => css`
    inline-size: ${theme.size.dot}px;
    block-size: ${theme.size.dot}px;
    border: ${theme.size.ring} solid ${$kind === "live" ? theme.color.accent : $kind === "reconnecting" ? theme.color.amberFill : theme.color.red};
    border-radius: ${theme.radius.round};
    background: ${$kind === "live" ? theme.color.accent : "transparent"};
  `}
`;

const Day = styled.span`
  color: ${({ theme }) => theme.color.textMuted};
  white-space: nowrap;
`;

const Time = styled.time`
  ${typography("pageTitle")}
`;
