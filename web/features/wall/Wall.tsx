import { useEffect, useMemo } from "react";
import styled, { css, ThemeProvider } from "styled-components";
import { monthOf, societyToday } from "../../../shared/dates.ts";
import { paymentReceipt } from "../../../shared/resources/payment-receipt.ts";
import { useBoard } from "../../lib/board.ts";
import { say } from "../../lib/language.ts";
import { useSession } from "../../lib/session.ts";
import { isDisplayWindow } from "../../lib/token.ts";
import { useConnection } from "../../lib/useConnectionState.ts";
import { useMayList } from "../../lib/useMayList.ts";
import { useNow } from "../../lib/useNow.ts";
import { useWallReceipts } from "../../lib/wall.ts";
import { monthName } from "../../months.ts";
import { themes } from "../../theme.ts";
import { useHandler } from "../../ui/useHandler.ts";
import { YearChart } from "../../YearChart.tsx";
import { SelfMending } from "./SelfMending.tsx";
import { useAwake } from "./useAwake.ts";
import { useNewBuild } from "./useNewBuild.ts";
import { useRestingPointer } from "./useRestingPointer.ts";
import { useWallTimes } from "./useWallTimes.ts";
import { WallHead } from "./WallHead.tsx";
import { WallPeriods } from "./WallPeriods.tsx";
import { WallReceipts } from "./WallReceipts.tsx";
import { WallRings } from "./WallRings.tsx";
import { wallTheme } from "./wallTheme.ts";

const againMs = 15_000;
const idleAfterMs = 30_000;

/** The society's figures for a screen on the wall, read from across the room; goes on for weeks without anybody near. */
export function Wall() {
  const times = useWallTimes();
  const light = new URLSearchParams(location.search).get("theme") === "light";
  const theme = useMemo(() => wallTheme(themes[light ? "light" : "dark"], times), [light, times]);
  return (
    <ThemeProvider theme={theme}>
      <SelfMending>
        <Shown />
      </SelfMending>
    </ThemeProvider>
  );
}

function Shown() {
  const now = useNow();
  // A display is let in by its key, and asks for nothing before.
  const inside = useSession() !== undefined;
  const { board, read } = useBoard(inside);
  const mayReceipts = useMayList(paymentReceipt);
  const receipts = useWallReceipts(inside && (mayReceipts || isDisplayWindow()));
  const live = useConnection().kind === "live";
  const resting = useRestingPointer();
  const newest = receipts?.[0]?.CreatedAt;
  useAwake();
  useNewBuild(() => newest === undefined || Date.now() - Date.parse(newest) > idleAfterMs);

  // Figures that did not come are asked for again, and those of a day that is over.
  const outdated = live && board?.today !== societyToday(now);
  const again = useHandler(() => void read());
  useEffect(() => {
    if (!outdated) return;
    const timer = setInterval(again, againMs);
    return () => clearInterval(timer);
  }, [outdated, again]);

  return (
    <Screen $resting={resting} $stale={!live}>
      <WallHead now={now} />
      {board && (
        <>
          <WallPeriods board={board} />
          <Below>
            <Figures>
              <WallRings
                title={say("{month} by category", { month: monthName(monthOf(board.today).month) })}
                categories={board.categories}
              />
              <YearChart board={board} />
            </Figures>
            {receipts && <WallReceipts receipts={receipts} now={now} />}
          </Below>
        </>
      )}
    </Screen>
  );
}

const Screen = styled.main<{ $resting: boolean; $stale: boolean }>`
  ${({ theme: t, $resting, $stale }) => css`
    --text-size: ${t.textSize.desk};
    --text-line: ${t.textLine.desk};
    --meta-size: ${t.textSize.meta};
    --meta-line: ${t.textLine.meta};
    --key-size: ${t.textSize.key};

    position: fixed;
    inset: 0;
    display: flex;
    flex-direction: column;
    padding: ${t.space.l} ${t.size.gutterDesk};
    overflow: hidden;
    background: ${t.color.canvas};
    color: ${$stale ? t.color.ink2 : t.color.ink};
    color-scheme: ${t.name};
    font: ${t.font.text} ${t.font.family};
    font-variant-numeric: tabular-nums lining-nums;
    cursor: ${$resting ? "none" : "default"};
    user-select: none;
  `}
`;

const Below = styled.div`
  ${({ theme: t }) => css`
    display: grid;
    flex: 1;
    grid-template-columns: minmax(0, 1fr) auto;
    min-block-size: 0;
    padding-block-start: ${t.space.s};
  `}
`;

const Figures = styled.div`
  ${({ theme: t }) => css`
    display: flex;
    flex-direction: column;
    justify-content: space-between;
    min-inline-size: 0;
    padding-inline-end: ${t.space.l};
  `}
`;
