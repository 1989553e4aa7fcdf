import { type ReactNode, Suspense, useEffect, useState } from "react";
import { useNavigate } from "react-router-dom";
import styled, { css } from "styled-components";
import { monthOf } from "../../../shared/dates.ts";
import type { DashboardData } from "../../../shared/wire.ts";
import type { ApiError } from "../../api/request.ts";
import { useCan } from "../../api/session.ts";
import { readToken } from "../../api/token.ts";
import { receivablesPage, receivablesUrl } from "../../domain/figureLinks.tsx";
import { YearChart } from "../../domain/YearChart.tsx";
import { lazyPart } from "../../hooks/lazyPart.ts";
import { serverNow } from "../../hooks/serverClock.ts";
import { store } from "../../hooks/store.ts";
import { useIsMobile } from "../../hooks/useIsMobile.ts";
import { formatTimestamp } from "../../i18n/dateTime.ts";
import { t } from "../../i18n/t.ts";
import { dashboardAtom, invalidDashboardMessage, useDashboard } from "../../live/dashboard.ts";
import { Button } from "../../ui/button/Button.tsx";
import { LoadError } from "../../ui/feedback/EmptyState.tsx";
import { Skeleton } from "../../ui/feedback/Loading.tsx";
import { Page, Section } from "../../ui/layout/Page.tsx";
import { typography } from "../../ui/theme/theme.ts";
import { showToast } from "../../ui/toast/Toast.tsx";
import { MonthCategories } from "./MonthCategories.tsx";
import { PeriodStrip } from "./PeriodStrip.tsx";

/** Loaded after the figures above it, because it needs zod, which no other part of the page needs. */
const Activity = lazyPart(async () => (await import("./Activity.tsx")).Activity);

interface DashboardProps {
  /** Shown above the figures. */
  topContent?: ReactNode;
}

/** Received, due and spent amounts by month and year, and the latest activities; live. */
export function Dashboard({ topContent }: DashboardProps) {
  const { dashboard: receivedDashboard, error, refetch } = useDashboard();
  const dashboard = isCompleteDashboard(receivedDashboard) ? receivedDashboard : undefined;
  const receivedAt = useReceivedAt(dashboard);
  const isMobile = useIsMobile();
  const canRefresh = useCan("/", "canEdit");
  const [busy, setBusy] = useState(false);

  useEffect(() => {
    if (error) showToast({ kind: "error", text: formatDashboardError(error) });
  }, [error]);
  useEffect(() => {
    if (receivedDashboard && !isCompleteDashboard(receivedDashboard))
      showToast({ kind: "error", text: invalidDashboardMessage });
  }, [receivedDashboard]);

  async function handleRefresh() {
    setBusy(true);
    showToast({ kind: "info", text: t("Refreshing dashboard data...") });
    const hasSucceeded = await refetch();
    setBusy(false);
    if (hasSucceeded && isCompleteDashboard(store.get(dashboardAtom)))
      showToast({ kind: "success", text: t("Dashboard data refreshed") });
  }

  const actions = (
    <>
      {dashboard && (
        <UpdatedAt>{t("Updated {moment}", { moment: formatTimestamp(receivedAt.toISOString()) })}</UpdatedAt>
      )}
      {canRefresh && (
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
      actions={isMobile ? undefined : actions}
    >
      {topContent}
      {dashboard && <DashboardContent dashboard={dashboard} />}
      {!dashboard && !error && !receivedDashboard && <Skeleton rowCount={8} />}
      {!dashboard && (error || receivedDashboard) && (
        <LoadError
          title={error ? formatDashboardError(error) : invalidDashboardMessage}
          text={error?.message}
          onRetry={!error || error.isTemporary ? () => void refetch() : undefined}
        />
      )}
      {isMobile && <MobileFooter>{actions}</MobileFooter>}
    </Page>
  );
}

function DashboardContent({ dashboard }: { dashboard: DashboardData }) {
  const navigate = useNavigate();
  const canOpenMonth = useCan(receivablesPage, "CanView");
  const { year } = dashboard;
  return (
    <>
      <StripFrame>
        <PeriodStrip dashboard={dashboard} />
      </StripFrame>
      <Columns>
        <Section>
          <YearChart
            dashboard={dashboard}
            fallback={<Skeleton rowCount={8} />}
            onOpenMonth={canOpenMonth ? (month) => void navigate(receivablesUrl({ year, month })) : undefined}
          />
          <Categories>
            <MonthCategories categories={dashboard.categories} month={monthOf(dashboard.today)} />
          </Categories>
        </Section>
        <Section>
          <Suspense fallback={<Skeleton rowCount={6} />}>
            <Activity />
          </Suspense>
        </Section>
      </Columns>
    </>
  );
}

/** When this browser received the current figures, by the server's clock. */
function useReceivedAt(dashboard: DashboardData | undefined): Date {
  const [current, setCurrent] = useState(() => ({ dashboard, receivedAt: serverNow() }));
  if (current.dashboard !== dashboard) setCurrent({ dashboard, receivedAt: serverNow() });
  return current.receivedAt;
}

const UpdatedAt = styled.span`
  ${typography("meta")}
  color: ${({ theme }) => theme.color.textSubtle};
`;

const MobileFooter = styled.footer`
  ${({ theme }) => css`
    display: flex;
    align-items: center;
    justify-content: space-between;
    gap: ${theme.space.m};
    padding: ${theme.space.m} ${theme.size.gutter} ${theme.space.l};
    border-block-start: 1px solid ${theme.color.border};
  `}
`;

/** The strip's upper border covers the lower border of the page header. */
const StripFrame = styled.div`
  container-type: inline-size;
  margin-block-start: -1px;
`;

const Categories = styled.div`
  padding-block-start: ${({ theme }) => theme.space.l};
`;

const Columns = styled.div`
  ${({ theme }) => css`
    display: grid;
    grid-template-columns: minmax(0, 2fr) minmax(calc(${theme.size.cardWidth}px + 2 * ${theme.size.gutter}), 1fr);

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

function isCompleteDashboard(dashboard: DashboardData | undefined): dashboard is DashboardData {
  return [dashboard?.data, dashboard?.months, dashboard?.categories].every(Array.isArray);
}

/** The texts of the specification: no token, a response that is not a dashboard, any other failure. */
function formatDashboardError({ status, message }: ApiError): string {
  if (readToken() === null) return "No auth token found";
  const hasSucceeded = status >= 200 && status < 300;
  return hasSucceeded || message === invalidDashboardMessage
    ? invalidDashboardMessage
    : "Failed to load dashboard data";
}
