import styled, { css } from "styled-components";
import { SOCIETY_ZONE } from "../../../shared/dates.ts";
import type { Connection } from "../../lib/connection.ts";
import { say, useLanguage } from "../../lib/language.ts";
import { useConnection } from "../../lib/useConnectionState.ts";
import { useWelcome } from "../../lib/welcome.ts";
import { type } from "../../theme.ts";
import { clipped } from "../../ui/clipped.ts";
import { IconBrand } from "../../ui/IconBrand.tsx";
import { timeOf, wallDay } from "./wallTime.ts";

/** Whose figures these are, whether they are true now, and the time. */
export function WallHead({ now }: { now: Date }) {
  const society = useWelcome();
  const language = useLanguage();
  const connection = useConnection();
  const weekday = now.toLocaleDateString(language, { weekday: "short", timeZone: SOCIETY_ZONE });
  return (
    <Bar>
      <IconBrand />
      <h1>{society ? `${society.name} ${society.kind}` : say("Dashboard")}</h1>
      <State role="status" $live={connection.kind === "live"}>
        <Dot aria-hidden="true" $kind={connection.kind} />
        {connection.kind === "live" ? say("Live") : say("As of {time}", { time: timeOf(new Date(connection.since)) })}
      </State>
      <Day>
        {weekday} <bdi dir="ltr">{wallDay(now)}</bdi>
      </Day>
      <Time dateTime={now.toISOString()} dir="ltr">
        {timeOf(now)}
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
      ${type("report")}
      flex: 1;
      min-inline-size: 0;
      ${clipped}
    }
  `}
`;

const State = styled.span<{ $live: boolean }>`
  ${({ theme: t, $live }) => css`
    display: inline-flex;
    align-items: center;
    gap: ${t.space.s};
    color: ${$live ? t.color.ink : t.color.amber};
    white-space: nowrap;
  `}
`;

const Dot = styled.span<{ $kind: Connection["kind"] }>`
  ${({ theme: t, $kind }) => css`
    inline-size: ${t.size.dot}px;
    block-size: ${t.size.dot}px;
    border: ${t.size.ring} solid ${$kind === "live" ? t.color.accent : $kind === "reconnecting" ? t.color.amberFig : t.color.red};
    border-radius: ${t.radius.round};
    background: ${$kind === "live" ? t.color.accent : "transparent"};
  `}
`;

const Day = styled.span`
  color: ${({ theme }) => theme.color.ink2};
  white-space: nowrap;
`;

const Time = styled.time`
  ${type("page")}
`;
