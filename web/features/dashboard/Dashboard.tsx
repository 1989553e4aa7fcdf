import { type ReactNode, useEffect, useState } from "react";
import styled, { css } from "styled-components";
import { monthOf } from "../../../shared/dates.ts";
import type { DashboardBoard } from "../../../shared/wire.ts";
import { boardAtom, useBoard } from "../../lib/board.ts";
import { say } from "../../lib/language.ts";
import { useMay } from "../../lib/session.ts";
import { store } from "../../lib/store.ts";
import { saidMoment } from "../../moment.ts";
import { monthName } from "../../months.ts";
import { type } from "../../theme.ts";
import { Button } from "../../ui/Button.tsx";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { Page, Section } from "../../ui/Page.tsx";
import { Skeleton } from "../../ui/Skeleton.tsx";
import { StatStrip } from "../../ui/StatStrip.tsx";
import { showToast } from "../../ui/Toast.tsx";
import { usePhone } from "../../ui/usePhone.ts";
import { YearChart } from "../../YearChart.tsx";
import { Activity } from "./Activity.tsx";
import { invalidBoard, isWhole, troubleOf } from "./boardTrouble.ts";
import { MonthCategories } from "./MonthCategories.tsx";
import { periodItems } from "./periodItems.tsx";

/** How much of what was charged has come in, by month and year; moves with every payment. */
export function Dashboard({ above }: { above?: ReactNode }) {
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
    showToast({ kind: "info", text: say("Refreshing dashboard data...") });
    const came = await read();
    setBusy(false);
    if (came && isWhole(store.get(boardAtom))) showToast({ kind: "success", text: say("Dashboard data refreshed") });
  }

  const actions = (
    <>
      {board && <Quiet>{say("Figures of {moment}", { moment: saidMoment(at.toISOString()) })}</Quiet>}
      {mayRefresh && (
        <Button icon="refresh" busy={busy} onClick={() => void handleRefresh()}>
          {say("Refresh Data")}
        </Button>
      )}
    </>
  );
  return (
    <Page
      title={say("Dashboard")}
      subtitle={say("Overview of maintenance fee collection and financial metrics")}
      actions={phone ? undefined : actions}
    >
      {above}
      {board && <Figures board={board} />}
      {!board && !problem && !heard && <Skeleton rows={8} />}
      {!board && (problem || heard) && (
        <EmptyState
          title={problem ? troubleOf(problem) : invalidBoard}
          text={problem?.message}
          action={<Button onClick={() => void read()}>{say("Try again")}</Button>}
        />
      )}
      {phone && <Below>{actions}</Below>}
    </Page>
  );
}

function Figures({ board }: { board: DashboardBoard }) {
  return (
    <>
      <Joined>
        <StatStrip
          label={say("Periods")}
          recoveryLabel={say("Recovery Percentage")}
          items={periodItems(board)}
          lead="Current Month"
        />
      </Joined>
      <Beside>
        <Section>
          <YearChart board={board} waiting={<Skeleton rows={8} />} />
          <Categories>
            <MonthCategories
              title={say("{month} by category", { month: monthName(monthOf(board.today).month) })}
              categories={board.categories}
            />
          </Categories>
        </Section>
        <Section>
          <Activity />
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
    padding: ${t.space.m} ${t.size.gutter} ${t.space.l};
    border-block-start: 1px solid ${t.color.line};
  `}
`;

/** The strip's upper rule falls on the one under the page's head. */
const Joined = styled.div`
  margin-block-start: -1px;
`;

const Categories = styled.div`
  padding-block-start: ${({ theme }) => theme.space.l};
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
