import { type ReactNode, useEffect, useState } from "react";
import styled, { css } from "styled-components";
import { monthOf } from "../../../shared/dates.ts";
import type { DashboardData } from "../../../shared/wire.ts";
import type { ApiError } from "../../api/request.ts";
import { useCan } from "../../api/session.ts";
import { readToken } from "../../api/token.ts";
import { YearChart } from "../../domain/YearChart.tsx";
import { store } from "../../hooks/store.ts";
import { useIsMobile } from "../../hooks/useIsMobile.ts";
import { formatIsoDateTime } from "../../i18n/dateTime.ts";
import { monthName } from "../../i18n/months.ts";
import { t } from "../../i18n/t.ts";
import { dashboardAtom, useDashboard } from "../../live/dashboard.ts";
import { Button } from "../../ui/button/Button.tsx";
import { EmptyState } from "../../ui/feedback/EmptyState.tsx";
import { Skeleton } from "../../ui/feedback/Loading.tsx";
import { Page, Section } from "../../ui/layout/Page.tsx";
import { typography } from "../../ui/theme/theme.ts";
import { showToast } from "../../ui/toast/Toast.tsx";
import { Activity } from "./Activity.tsx";
import { MonthCategories, periodItems } from "./DashboardContent.tsx";
import { PeriodStrip } from "./PeriodStrip.tsx";

/** How much of what was charged has come in, by month and year; moves with every payment. */
export function Dashboard({ above }: { above?: ReactNode }) {
  const { dashboard: heard, error, refetch } = useDashboard();
  const board = isCompleteDashboard(heard) ? heard : undefined;
  const at = useReceivedAt(board);
  const phone = useIsMobile();
  const mayRefresh = useCan("/", "canEdit");
  const [busy, setBusy] = useState(false);

  useEffect(() => {
    if (error) showToast({ kind: "error", text: formatDashboardError(error) });
  }, [error]);
  useEffect(() => {
    if (heard && !isCompleteDashboard(heard)) showToast({ kind: "error", text: invalidDashboardMessage });
  }, [heard]);

  async function handleRefresh() {
    setBusy(true);
    showToast({ kind: "info", text: t("Refreshing dashboard data...") });
    const came = await refetch();
    setBusy(false);
    if (came && isCompleteDashboard(store.get(dashboardAtom)))
      showToast({ kind: "success", text: t("Dashboard data refreshed") });
  }

  const actions = (
    <>
      {board && <UpdatedAt>{t("Figures of {moment}", { moment: formatIsoDateTime(at.toISOString()) })}</UpdatedAt>}
      {mayRefresh && (
        <Button icon="refresh" busy={busy} onClick={() => void handleRefresh()}>
          {t("Refresh Data")}
        </Button>
      )}
    </>
  );
  return (
    <Page
      title={t("Dashboard")}
      subtitle={t("Overview of maintenance fee collection and financial metrics")}
      actions={phone ? undefined : actions}
    >
      {above}
      {board && <DashboardContent board={board} />}
      {!board && !error && !heard && <Skeleton rows={8} />}
      {!board && (error || heard) && (
        <EmptyState
          title={error ? formatDashboardError(error) : invalidDashboardMessage}
          text={error?.message}
          action={<Button onClick={() => void refetch()}>{t("Try again")}</Button>}
        />
      )}
      {phone && <PhoneFooter>{actions}</PhoneFooter>}
    </Page>
  );
}

function DashboardContent({ board }: { board: DashboardData }) {
  return (
    <>
      <StripFrame>
        <PeriodStrip
          label={t("Periods")}
          recoveryLabel={t("Recovery Percentage")}
          items={periodItems(board)}
          featuredKey="Current Month"
        />
      </StripFrame>
      <Columns>
        <Section>
          <YearChart dashboard={board} fallback={<Skeleton rows={8} />} />
          <Categories>
            <MonthCategories
              title={t("{month} by category", { month: monthName(monthOf(board.today).month) })}
              categories={board.categories}
            />
          </Categories>
        </Section>
        <Section>
          <Activity />
        </Section>
      </Columns>
    </>
  );
}

/** When the figures shown came. */
function useReceivedAt(board: DashboardData | undefined): Date {
  const [last, setLast] = useState(() => ({ board, at: new Date() }));
  if (last.board !== board) setLast({ board, at: new Date() });
  return last.at;
}

const UpdatedAt = styled.span`
  ${typography("meta")}
  color: ${({ theme }) => theme.color.textSubtle};
`;

const PhoneFooter = styled.footer`
  ${({ theme }) => css`
    display: flex;
    align-items: center;
    justify-content: space-between;
    gap: ${theme.space.m};
    padding: ${theme.space.m} ${theme.size.gutter} ${theme.space.l};
    border-block-start: 1px solid ${theme.color.border};
  `}
`;

/** The strip's upper rule falls on the one under the page's head. */
const StripFrame = styled.div`
  margin-block-start: -1px;
`;

const Categories = styled.div`
  padding-block-start: ${({ theme }) => theme.space.l};
`;

const Columns = styled.div`
  ${({ theme }) => css`
    display: grid;
    grid-template-columns: minmax(0, 2fr) minmax(calc(${theme.size.card}px + 2 * ${theme.size.gutter}), 1fr);

    && > * + * {
      border-block-start: 0;
      border-inline-start: 1px solid ${theme.color.border};
    }

    ${theme.narrow} {
      grid-template-columns: minmax(0, 1fr);

      && > * + * {
        border-block-start: 1px solid ${theme.color.border};
        border-inline-start: 0;
      }
    }
  `}
`;

const invalidDashboardMessage = "Invalid dashboard data received";

/** Whether what came holds everything that is drawn. */
function isCompleteDashboard(board: DashboardData | undefined): board is DashboardData {
  return [board?.data, board?.months, board?.categories].every(Array.isArray);
}

/** Why there are no figures, in words for their reader. */
function formatDashboardError({ status, message }: ApiError): string {
  if (readToken() === null) return "No auth token found";
  const answered = status >= 200 && status < 300;
  return answered || message === invalidDashboardMessage ? invalidDashboardMessage : "Failed to load dashboard data";
}
