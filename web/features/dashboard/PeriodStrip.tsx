import styled, { css, useTheme } from "styled-components";
import { addMonths, formatDay, monthOf } from "../../../shared/dates.ts";
import type { DashboardRow } from "../../../shared/domain/dashboard.ts";
import type { DashboardData } from "../../../shared/wire.ts";
import { expensesUrl, FigureLink, receivablesUrl } from "../../domain/figureLinks.tsx";
import { formatPeriod, periodOf } from "../../domain/periods.ts";
import { useIsMobile } from "../../hooks/useIsMobile.ts";
import { monthName } from "../../i18n/dateTime.ts";
import { Trans } from "../../i18n/Trans.tsx";
import { t } from "../../i18n/t.ts";
import { ProgressBar } from "../../ui/feedback/ProgressBar.tsx";
import { Icon } from "../../ui/icon/Icon.tsx";
import { AmountList } from "../../ui/layout/AmountList.tsx";
import { Money } from "../../ui/text/Money.tsx";
import { MetaText } from "../../ui/text/Text.tsx";
import { hideOnMobile } from "../../ui/theme/mixins.ts";
import { typography } from "../../ui/theme/theme.ts";

/**
 * The figures of the current and last month and year as cards side by side; on phones the current month as a card and
 * one line for each of the others.
 */
export function PeriodStrip({ dashboard }: { dashboard: DashboardData }) {
  const isMobile = useIsMobile();
  const { data } = dashboard;
  const currentMonth = data.filter(({ period }) => period === "Current Month");
  const others = data.filter(({ period }) => period !== "Current Month");
  return (
    <Strip aria-label={t("Periods")}>
      {(isMobile ? currentMonth : data).map((row) => (
        <PeriodCard key={row.period} row={row} dashboard={dashboard} />
      ))}
      {isMobile && others.map((row) => <PeriodRow key={row.period} row={row} dashboard={dashboard} />)}
    </Strip>
  );
}

interface PeriodCardProps {
  row: DashboardRow;
  dashboard: DashboardData;
}

function PeriodCard({ row, dashboard }: PeriodCardProps) {
  const recoveryLabel = t("Recovery Percentage");
  const period = periodOf(row.period, dashboard.today);
  const allUrl = receivablesUrl(period);
  const outstandingUrl = receivablesUrl({ ...period, isOutstanding: true });
  return (
    <Card>
      <SpreadRow>
        <Title>
          <FigureLink to={allUrl}>{t(row.period)}</FigureLink>
        </Title>
        <MetaText>{formatPeriod(row.period, dashboard.today)}</MetaText>
      </SpreadRow>
      <Label>{recoveryLabel}</Label>
      <SpreadRow>
        <Figure>
          {row.recovery_percentage.toFixed(2)}
          <small>%</small>
        </Figure>
        <Trend row={row} dashboard={dashboard} />
      </SpreadRow>
      <Bar>
        <ProgressBar share={row.recovery_percentage / 100} label={recoveryLabel} />
      </Bar>
      <AmountList
        rows={[
          { key: "total", label: t("Total Amount"), amount: renderLink(allUrl, row.total_amount) },
          {
            key: "received",
            label: t("Amount Received"),
            tone: "accent",
            amount: renderLink(allUrl, row.amount_received),
          },
          { key: "due", label: t("Amount Due"), isTotal: true, amount: renderLink(outstandingUrl, row.amount_due) },
          {
            key: "expense",
            label: t("Total Expense"),
            tone: "muted",
            amount: renderLink(expensesUrl(period), row.total_expense),
          },
        ]}
      />
    </Card>
  );
}

/**
 * Change of the recovery percentage since the previous period; only for the current month and year, if both periods
 * have charges. The current year is also compared with the same part of last year, because the rest of it is not due
 * yet.
 */
function Trend({ row, dashboard: { data, today, yearToDate } }: PeriodCardProps) {
  const previous = data.find(({ period }) => period === previousPeriods[row.period]);
  if (!previous || row.total_amount <= 0 || previous.total_amount <= 0) return null;
  const difference = row.recovery_percentage - previous.recovery_percentage;
  const previousYear = monthOf(today).year - 1;
  if (row.period === "Current Month") {
    const lastMonth = addMonths(monthOf(today), -1);
    return <TrendLine difference={difference} text={t("vs {period}", { period: monthName(lastMonth.month) })} />;
  }
  return (
    <Trends>
      {yearToDate.lastYear !== null && (
        <TrendLine
          difference={yearToDate.recovery - yearToDate.lastYear}
          text={t("to date vs {year}", { year: previousYear })}
          title={t("Due until {day}: {recovery}% recovered; a year before: {lastYear}%", {
            day: formatDay(today),
            recovery: yearToDate.recovery.toFixed(2),
            lastYear: yearToDate.lastYear.toFixed(2),
          })}
        />
      )}
      <TrendLine difference={difference} text={t("vs {period}", { period: previousYear })} />
    </Trends>
  );
}

/** A difference in percentage points; `text` says with what it is compared. */
function TrendLine({ difference, text, title }: { difference: number; text: string; title?: string }) {
  const { accent, amber } = useTheme().color;
  const isUp = difference >= 0;
  return (
    <Comparison title={title}>
      <Change style={{ color: isUp ? accent : amber }}>
        <Icon name={isUp ? "trend-up" : "trend-down"} />
        {Math.abs(difference).toFixed(2)}
      </Change>
      {text}
    </Comparison>
  );
}

const previousPeriods: Partial<Record<DashboardRow["period"], DashboardRow["period"]>> = {
  "Current Year": "Last Year",
  "Current Month": "Last Month",
};

function PeriodRow({ row, dashboard: { today } }: PeriodCardProps) {
  return (
    <Row>
      <div>
        <Title>
          <FigureLink to={receivablesUrl(periodOf(row.period, today))}>{t(row.period)}</FigureLink>
        </Title>
        <MetaText as="p">
          <Trans
            text="{received} of {total}"
            with={{ received: renderRupees(row.amount_received), total: renderRupees(row.total_amount) }}
          />
        </MetaText>
      </div>
      <Share>{row.recovery_percentage.toFixed(2)}%</Share>
    </Row>
  );
}

function renderLink(to: string, amount: number) {
  return <FigureLink to={to}>{renderRupees(amount)}</FigureLink>;
}

function renderRupees(amount: number) {
  return <Money rupees={amount} decimals={0} showCurrency />;
}

/** Two cards a line. */
const twoColumns = css`
  grid-auto-flow: row;
  grid-template-columns: repeat(2, minmax(0, 1fr));

  > :nth-child(odd) {
    padding-inline-start: ${({ theme }) => theme.size.gutter};
    border-inline-start: 0;
  }

  > :nth-child(even) {
    padding-inline-end: ${({ theme }) => theme.size.gutter};
  }

  > :nth-child(n + 3) {
    border-block-start: 1px solid ${({ theme }) => theme.color.border};
  }
`;

const Strip = styled.section`
  ${({ theme }) => css`
    display: grid;
    flex: none;
    grid-auto-flow: column;
    grid-auto-columns: minmax(0, 1fr);
    border-block: 1px solid ${theme.color.border};

    > * + * {
      border-inline-start: 1px solid ${theme.color.border};
    }

    ${theme.narrow} {
      ${twoColumns}
    }

    /* Beside an open sidebar, a wider window has space for two cards only. */
    @container (max-width: ${theme.size.cardStrip}px) {
      ${twoColumns}
    }

    ${theme.mobile} {
      display: block;

      > * + * {
        border-block-start: 1px solid ${theme.color.border};
        border-inline-start: 0;
      }
    }
  `}
`;

const Card = styled.article`
  ${({ theme }) => css`
    padding: ${theme.space.m} ${theme.space.l} ${theme.space.l};

    &:first-child {
      padding-inline-start: ${theme.size.gutter};
    }

    &:last-child {
      padding-inline-end: ${theme.size.gutter};
    }
  `}
`;

const SpreadRow = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: baseline;
  justify-content: space-between;
  gap: 0 ${({ theme }) => theme.space.s};
`;

const Title = styled.h2`
  ${typography("strong")}
`;

const Label = styled.p`
  ${typography("meta")}
  margin-block-start: ${({ theme }) => theme.space.m};
  color: ${({ theme }) => theme.color.textMuted};
  ${hideOnMobile}
`;

const Figure = styled.span`
  ${typography("figure")}

  small {
    font-size: 0.6em;
  }
`;

const Bar = styled.div`
  display: flex;
  margin-block: ${({ theme }) => theme.space.m} ${({ theme }) => theme.space.s};
`;

/** Two lines beside the figure, which is as high as both. */
const Trends = styled.span`
  display: grid;
  align-self: center;
`;

const Comparison = styled(MetaText)`
  display: inline-flex;
  align-items: center;
  gap: ${({ theme }) => theme.space.s};
  white-space: nowrap;
`;

const Change = styled.strong`
  display: inline-flex;
  align-items: center;
  gap: ${({ theme }) => theme.space.xs};
  font-weight: 600;
`;

const Row = styled.article`
  ${({ theme }) => css`
    display: flex;
    align-items: center;
    justify-content: space-between;
    gap: ${theme.space.s};
    padding: ${theme.space.s} ${theme.size.gutter};
  `}
`;

const Share = styled.strong`
  ${typography("sectionTitle")}
`;
