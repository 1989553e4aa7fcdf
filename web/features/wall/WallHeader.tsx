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
  ${({ theme: t }) => css`
    display: flex;
    align-items: center;
    gap: ${t.space.l};
    padding-block-end: ${t.space.m};

    h1 {
      ${typography("report")}
      flex: 1;
      min-inline-size: 0;
      ${ellipsis}
    }
  `}
`;

const State = styled.span<{ $live: boolean }>`
  ${({ theme: t, $live }) => css`
    display: inline-flex;
    align-items: center;
    gap: ${t.space.s};
    color: ${$live ? t.color.text : t.color.amber};
    white-space: nowrap;
  `}
`;

const Dot = styled.span<{ $kind: Connection["kind"] }>`
  ${({ theme: t, $kind }) => css`
    inline-size: ${t.size.dot}px;
    block-size: ${t.size.dot}px;
    border: ${t.size.ring} solid ${$kind === "live" ? t.color.accent : $kind === "reconnecting" ? t.color.amberFill : t.color.red};
    border-radius: ${t.radius.round};
    background: ${$kind === "live" ? t.color.accent : "transparent"};
  `}
`;

const Day = styled.span`
  color: ${({ theme }) => theme.color.textMuted};
  white-space: nowrap;
`;

const Time = styled.time`
  ${typography("page")}
`;
