import { lazy, Suspense, useMemo, useState } from "react";
import styled, { css } from "styled-components";
import { formatDay, MONTH_NAMES, monthOf } from "../../../shared/dates.ts";
import { formatRupees } from "../../../shared/money.ts";
import type { DashboardBoard } from "../../../shared/wire.ts";
import { useBoard } from "../../lib/board.ts";
import { useMay } from "../../lib/session.ts";
import { Button } from "../../ui/Button.tsx";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { Page, Section } from "../../ui/Page.tsx";
import { Skeleton } from "../../ui/Skeleton.tsx";
import { StatStrip } from "../../ui/StatStrip.tsx";
import { showToast } from "../../ui/Toast.tsx";
import { MonthCategories } from "./MonthCategories.tsx";
import { periodItems } from "./periodItems.tsx";

const BarChart = lazy(async () => ({ default: (await import("../../ui/BarChart.tsx")).BarChart }));
const names = { received: "Received", due: "Due", later: "Not due yet", expenses: "Expenses" };

/** How much of what was charged has come in, by month and year; moves with every payment. */
export function Dashboard() {
  const { board, problem, read } = useBoard();
  const mayRefresh = useMay("/", "canEdit");
  const [busy, setBusy] = useState(false);

  async function handleRefresh() {
    setBusy(true);
    showToast({ kind: "info", text: "Refreshing dashboard data..." });
    const came = await read();
    setBusy(false);
    if (came) showToast({ kind: "success", text: "Dashboard data refreshed" });
    else showToast({ kind: "error", text: "Failed to load dashboard data" });
  }

  const actions = (
    <>
      {board && <Quiet>Figures of {formatDay(board.today)}</Quiet>}
      {mayRefresh && (
        <Button icon="refresh" busy={busy} onClick={() => void handleRefresh()}>
          Refresh Data
        </Button>
      )}
    </>
  );
  return (
    <Page title="Dashboard" subtitle="Overview of maintenance fee collection and financial metrics" actions={actions}>
      {board && <Figures board={board} />}
      {!board && !problem && <Skeleton rows={8} />}
      {!board && problem && (
        <EmptyState
          title="Failed to load dashboard data"
          text={problem.message}
          action={<Button onClick={() => void read()}>Try again</Button>}
        />
      )}
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
      <StatStrip label="Periods" recoveryLabel="Recovery Percentage" items={periodItems(board)} lead="Current Month" />
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

function inRupees(value: number): string {
  return formatRupees(value, 0);
}

function inThousands(value: number): string {
  return value === 0 ? "0" : `${Math.round(value / 1000)}k`;
}

const Quiet = styled.span`
  ${({ theme: t }) => css`
    color: ${t.color.ink3};

    ${t.phone} {
      display: none;
    }
  `}
`;

const Beside = styled.div`
  ${({ theme: t }) => css`
    display: grid;
    grid-template-columns: minmax(0, 2fr) minmax(0, 1fr);

    & > * + * {
      border-block-start: 0;
      border-inline-start: 1px solid ${t.color.line};
    }

    ${t.phone} {
      grid-template-columns: minmax(0, 1fr);

      & > * + * {
        border-block-start: 1px solid ${t.color.line};
        border-inline-start: 0;
      }
    }
  `}
`;
