import { lazy, Suspense, useEffect, useMemo, useState } from "react";
import styled, { css } from "styled-components";
import { MONTH_NAMES, monthOf } from "../../../shared/dates.ts";
import { formatRupees } from "../../../shared/money.ts";
import type { DashboardBoard } from "../../../shared/wire.ts";
import { boardAtom, useBoard } from "../../lib/board.ts";
import { useMay } from "../../lib/session.ts";
import { store } from "../../lib/store.ts";
import { formatMoment } from "../../moment.ts";
import { type } from "../../theme.ts";
import { Button } from "../../ui/Button.tsx";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { Page, Section } from "../../ui/Page.tsx";
import { Skeleton } from "../../ui/Skeleton.tsx";
import { StatStrip } from "../../ui/StatStrip.tsx";
import { showToast } from "../../ui/Toast.tsx";
import { usePhone } from "../../ui/usePhone.ts";
import { invalidBoard, isWhole, troubleOf } from "./boardTrouble.ts";
import { MonthCategories } from "./MonthCategories.tsx";
import { periodItems } from "./periodItems.tsx";

const BarChart = lazy(async () => ({ default: (await import("../../ui/BarChart.tsx")).BarChart }));
const names = { received: "Received", due: "Due", later: "Not due yet", expenses: "Expenses" };

/** How much of what was charged has come in, by month and year; moves with every payment. */
export function Dashboard() {
  const { board: heard, problem, read } = useBoard();
  const board = isWhole(heard) ? heard : undefined;
  const at = useMoment(board);
  const phone = usePhone();
  const mayRefresh = useMay("/", "canEdit");
  const [busy, setBusy] = useState(false);

  useEffect(() => {
    if (problem) showToast({ kind: "error", text: troubleOf(problem) });
  }, [problem]);
  useEffect(() => {
    if (heard && !isWhole(heard)) showToast({ kind: "error", text: invalidBoard });
  }, [heard]);

  async function handleRefresh() {
    setBusy(true);
    showToast({ kind: "info", text: "Refreshing dashboard data..." });
    const came = await read();
    setBusy(false);
    if (came && isWhole(store.get(boardAtom))) showToast({ kind: "success", text: "Dashboard data refreshed" });
  }

  const actions = (
    <>
      {board && <Quiet>Figures of {formatMoment(at)}</Quiet>}
      {mayRefresh && (
        <Button icon="refresh" busy={busy} onClick={() => void handleRefresh()}>
          Refresh Data
        </Button>
      )}
    </>
  );
  return (
    <Page
      title="Dashboard"
      subtitle="Overview of maintenance fee collection and financial metrics"
      actions={phone ? undefined : actions}
    >
      {board && <Figures board={board} />}
      {!board && !problem && !heard && <Skeleton rows={8} />}
      {!board && (problem || heard) && (
        <EmptyState
          title={problem ? troubleOf(problem) : invalidBoard}
          text={problem?.message}
          action={<Button onClick={() => void read()}>Try again</Button>}
        />
      )}
      {phone && <Below>{actions}</Below>}
    </Page>
  );
}

function Figures({ board }: { board: DashboardBoard }) {
  const current = monthOf(board.today).month - 1;
  const months = useMemo(
    () =>
      board.months.map((row, index) => ({
        label: (MONTH_NAMES[index] ?? "").slice(0, 3),
        received: row.received,
        due: row.due,
        later: row.notDueYet,
        expenses: index <= current ? row.expenses : undefined,
      })),
    [board, current],
  );
  return (
    <>
      <Joined>
        <StatStrip
          label="Periods"
          recoveryLabel="Recovery Percentage"
          items={periodItems(board)}
          lead="Current Month"
        />
      </Joined>
      <Beside>
        <Section>
          <Suspense fallback={<Skeleton rows={8} />}>
            <BarChart
              title={`${board.year} by month`}
              unit="Rs thousand"
              monthLabel="Month"
              months={months}
              current={current}
              names={names}
              format={inRupees}
              formatAxis={inThousands}
            />
          </Suspense>
        </Section>
        <Section>
          <MonthCategories title={`${MONTH_NAMES[current]} by category`} categories={board.categories} />
        </Section>
      </Beside>
    </>
  );
}

/** When the figures shown came. */
function useMoment(board: DashboardBoard | undefined): Date {
  const [last, setLast] = useState(() => ({ board, at: new Date() }));
  if (last.board !== board) setLast({ board, at: new Date() });
  return last.at;
}

function inRupees(value: number): string {
  return formatRupees(value, 0);
}

function inThousands(value: number): string {
  return value === 0 ? "0" : `${Math.round(value / 1000)}k`;
}

const Quiet = styled.span`
  ${type("meta")}
  color: ${({ theme }) => theme.color.ink3};
`;

const Below = styled.footer`
  ${({ theme: t }) => css`
    display: flex;
    align-items: center;
    justify-content: space-between;
    gap: ${t.space.m};
    padding: ${t.space.m} ${t.size.gutterPhone} ${t.space.l};
    border-block-start: 1px solid ${t.color.line};
  `}
`;

/** The strip's upper rule falls on the one under the page's head. */
const Joined = styled.div`
  margin-block-start: -1px;
`;

const Beside = styled.div`
  ${({ theme: t }) => css`
    display: grid;
    grid-template-columns: minmax(0, 2fr) minmax(calc(${t.size.card}px + 2 * ${t.size.gutter}), 1fr);

    && > * + * {
      border-block-start: 0;
      border-inline-start: 1px solid ${t.color.line};
    }

    ${t.narrow} {
      grid-template-columns: minmax(0, 1fr);

      && > * + * {
        border-block-start: 1px solid ${t.color.line};
        border-inline-start: 0;
      }
    }
  `}
`;
