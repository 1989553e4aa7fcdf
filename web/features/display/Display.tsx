import styled, { css, ThemeProvider } from "styled-components";
import { formatDay, monthOf, societyDayAt, societyTimeZone } from "../../../shared/dates.ts";
import { paymentReceipt } from "../../../shared/resources/payment-receipt.ts";
import { useCanList, useSession } from "../../api/session.ts";
import { useSocietyName } from "../../api/societyInfo.ts";
import { isDisplayWindow } from "../../api/token.ts";
import { SocietyLogo } from "../../domain/SocietyLogo.tsx";
import { YearChart } from "../../domain/YearChart.tsx";
import { serverNow } from "../../hooks/serverClock.ts";
import { useInterval } from "../../hooks/useInterval.ts";
import { useNow } from "../../hooks/useNow.ts";
import { formatAge, formatClockTime, monthName } from "../../i18n/dateTime.ts";
import { t, useLanguage } from "../../i18n/t.ts";
import { type ConnectionState, useConnectionState } from "../../live/connection.ts";
import { useDashboard } from "../../live/dashboard.ts";
import { useDisplayReceipts } from "../../live/displayReceipts.ts";
import { useLiveSocietyInfo } from "../../live/society.ts";
import { ellipsis } from "../../ui/theme/mixins.ts";
import { typography } from "../../ui/theme/theme.ts";
import { CategoryRings, maxRingsPerRow, PeriodFigures } from "./DisplayFigures.tsx";
import { useDisplayTheme } from "./displayTheme.ts";
import { useIsPointerIdle, useReloadOnNewBuild, useWakeLock } from "./kiosk.ts";
import { LastReceipts } from "./LastReceipts.tsx";

const refetchIntervalMs = 15_000;
/** The page is not reloaded for this time after a receipt. */
const idleAfterReceiptMs = 30_000;

/** The society's figures in full screen, for a display that people read from a distance and that runs for weeks. */
export function Display() {
  const isLight = new URLSearchParams(location.search).get("theme") === "light";
  const isStale = useConnectionState().kind !== "live";
  const theme = useDisplayTheme(isLight ? "light" : "dark", { isStale });
  return (
    <ThemeProvider theme={theme}>
      <DisplayContent />
    </ThemeProvider>
  );
}

function DisplayContent() {
  const now = useNow();
  // A display has no session until its key has been accepted.
  const isSignedIn = useSession() !== undefined;
  const { dashboard, error, refetch } = useDashboard(isSignedIn);
  const canListReceipts = useCanList(paymentReceipt);
  const receipts = useDisplayReceipts(isSignedIn && (canListReceipts || isDisplayWindow()));
  const isLive = useConnectionState().kind === "live";
  const isPointerIdle = useIsPointerIdle();
  const newestReceiptTime = receipts?.[0]?.CreatedAt;
  useLiveSocietyInfo();
  useWakeLock();
  useReloadOnNewBuild(
    () => newestReceiptTime === undefined || serverNow().getTime() - Date.parse(newestReceiptTime) > idleAfterReceiptMs,
  );

  // Fetch the figures again after a failure, and while they are missing or belong to a past day.
  const isOutdated = isLive && (error !== undefined || dashboard?.today !== societyDayAt(now));
  useInterval(() => void refetch(), isOutdated ? refetchIntervalMs : null);

  return (
    <Screen $pointerIdle={isPointerIdle}>
      <DisplayHeader now={now} />
      {dashboard && (
        <>
          <PeriodFigures dashboard={dashboard} />
          <Columns>
            <Figures>
              <CategoryRings
                title={t("{month} by category", { month: monthName(monthOf(dashboard.today).month) })}
                categories={dashboard.categories}
              />
              <YearChart dashboard={dashboard} heightInRows={dashboard.categories.length > maxRingsPerRow ? 5 : 8} />
            </Figures>
            {receipts && <LastReceipts receipts={receipts} now={now} />}
          </Columns>
        </>
      )}
    </Screen>
  );
}

const Screen = styled.main<{ $pointerIdle: boolean }>`
  ${({ theme, $pointerIdle }) => css`
    --text-size: ${theme.textSize.desktop};
    --text-line: ${theme.textLine.desktop};
    --meta-size: ${theme.textSize.meta};
    --meta-line: ${theme.textLine.meta};
    --caption-size: ${theme.textSize.caption};

    position: fixed;
    inset: 0;
    display: flex;
    flex-direction: column;
    padding: ${theme.space.l} ${theme.size.gutterDesktop};
    overflow: hidden;
    background: ${theme.color.canvas};
    color: ${theme.color.text};
    color-scheme: ${theme.name};
    font: ${theme.font.text} ${theme.font.family};
    font-variant-numeric: tabular-nums lining-nums;
    cursor: ${$pointerIdle ? "none" : "default"};
    user-select: none;
  `}
`;

const Columns = styled.div`
  ${({ theme }) => css`
    display: grid;
    flex: 1;
    grid-template-columns: minmax(0, 1fr) auto;
    min-block-size: 0;
    padding-block-start: ${theme.space.s};
  `}
`;

const Figures = styled.div`
  ${({ theme }) => css`
    display: flex;
    flex-direction: column;
    min-inline-size: 0;
    padding-inline-end: ${theme.space.l};

    > figure {
      flex: 1;
    }
  `}
`;

/** Name of the society, state of the connection, date and time. */
function DisplayHeader({ now }: { now: Date }) {
  const society = useSocietyName();
  const language = useLanguage();
  const connection = useConnectionState();
  const weekday = now.toLocaleDateString(language, { weekday: "short", timeZone: societyTimeZone });
  return (
    <Bar>
      <SocietyLogo />
      <h1>{society || t("Dashboard")}</h1>
      <State role="status" $live={connection.kind === "live"}>
        <Dot aria-hidden="true" $kind={connection.kind} />
        {connection.kind === "live" ? t("Live") : t("{age} old", { age: formatAge(now.getTime() - connection.since) })}
      </State>
      <Day>
        {weekday} <bdi dir="ltr">{formatDay(societyDayAt(now))}</bdi>
      </Day>
      <Time dateTime={now.toISOString()} dir="ltr">
        {formatClockTime(now)}
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

const Dot = styled.span<{ $kind: ConnectionState["kind"] }>`
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
