import type { ReactNode } from "react";
import styled, { css, useTheme } from "styled-components";
import { addMonths, monthOf } from "../../../shared/dates.ts";
import type { DashboardRow } from "../../../shared/domain/dashboard.ts";
import type { DashboardData } from "../../../shared/wire.ts";
import { useIsMobile } from "../../hooks/useIsMobile.ts";
import { monthName, monthYearText } from "../../i18n/months.ts";
import { Trans } from "../../i18n/Trans.tsx";
import { t } from "../../i18n/t.ts";
import { ProgressBar } from "../../ui/feedback/ProgressBar.tsx";
import { Icon } from "../../ui/icon/Icon.tsx";
import { AmountList, type AmountRow } from "../../ui/layout/AmountList.tsx";
import { Money } from "../../ui/text/Money.tsx";
import { MetaText } from "../../ui/text/Text.tsx";
import { typography } from "../../ui/theme/theme.ts";

interface PeriodItem {
  key: string;
  title: string;
  period: string;
  /** Percent, shown with two decimals. */
  recovery: number;
  trend?: { direction: "up" | "down"; difference: string; versus: string };
  rows: readonly AmountRow[];
  /** The item in one line, for mobile: "Rs 7,336,100 of Rs 8,661,600". */
  summary: ReactNode;
}

/** The four periods side by side in one ruled strip; on mobile the current month in full and the others in one line each. */
export function PeriodStrip({ dashboard }: { dashboard: DashboardData }) {
  const isMobile = useIsMobile();
  const items = buildPeriodItems(dashboard);
  const currentMonth = items.filter(({ key }) => key === "Current Month");
  const others = items.filter(({ key }) => key !== "Current Month");
  return (
    <Strip aria-label={t("Periods")}>
      {(isMobile ? currentMonth : items).map((item) => (
        <PeriodCard key={item.key} item={item} />
      ))}
      {isMobile && others.map((item) => <PeriodRow key={item.key} item={item} />)}
    </Strip>
  );
}

function PeriodCard({ item }: { item: PeriodItem }) {
  const { trend, recovery } = item;
  const recoveryLabel = t("Recovery Percentage");
  return (
    <Card>
      <SpreadRow>
        <Title>{item.title}</Title>
        <SubtleText>{item.period}</SubtleText>
      </SpreadRow>
      <Label>{recoveryLabel}</Label>
      <SpreadRow>
        <Figure>
          {recovery.toFixed(2)}
          <small>%</small>
        </Figure>
        {trend && <Trend {...trend} />}
      </SpreadRow>
      <Bar>
        <ProgressBar share={recovery / 100} label={recoveryLabel} />
      </Bar>
      <AmountList rows={item.rows} />
    </Card>
  );
}

function Trend({ direction, difference, versus }: NonNullable<PeriodItem["trend"]>) {
  const { accent, amber } = useTheme().color;
  const isUp = direction === "up";
  return (
    <Comparison>
      <Change style={{ color: isUp ? accent : amber }}>
        <Icon name={isUp ? "trend-up" : "trend-down"} />
        {difference}
      </Change>
      {versus}
    </Comparison>
  );
}

function PeriodRow({ item }: { item: PeriodItem }) {
  return (
    <Row>
      <div>
        <Title>{item.title}</Title>
        <MetaText as="p">{item.summary}</MetaText>
      </div>
      <Share>{item.recovery.toFixed(2)}%</Share>
    </Row>
  );
}

interface PeriodNames {
  period: string;
  comparedWith?: DashboardRow["period"];
  versus: string;
}

/** The four periods; the current month and year are compared with the last ones. */
function buildPeriodItems({ data, today }: DashboardData): PeriodItem[] {
  const month = monthOf(today);
  const lastMonth = addMonths(month, -1);
  const names: Record<DashboardRow["period"], PeriodNames> = {
    "Current Year": {
      period: String(month.year),
      comparedWith: "Last Year",
      versus: t("vs {period}", { period: month.year - 1 }),
    },
    "Current Month": {
      period: monthYearText(month),
      comparedWith: "Last Month",
      versus: t("vs {period}", { period: monthName(lastMonth.month) }),
    },
    "Last Month": { period: monthYearText(lastMonth), versus: "" },
    "Last Year": { period: String(month.year - 1), versus: "" },
  };
  return data.map((row) => {
    const { period, comparedWith, versus } = names[row.period];
    const previous = data.find((each) => each.period === comparedWith);
    return {
      key: row.period,
      title: t(row.period),
      period,
      recovery: row.recovery_percentage,
      trend:
        previous && isComparable(row) && isComparable(previous)
          ? buildTrend(row.recovery_percentage - previous.recovery_percentage, versus)
          : undefined,
      rows: [
        { key: "total", label: t("Total Amount"), amount: renderRupees(row.total_amount) },
        { key: "received", label: t("Amount Received"), tone: "accent", amount: renderRupees(row.amount_received) },
        { key: "due", label: t("Amount Due"), closes: true, amount: renderRupees(row.amount_due) },
        { key: "expense", label: t("Total Expense"), tone: "quiet", amount: renderRupees(row.total_expense) },
      ],
      summary: (
        <Trans
          text="{received} of {total}"
          with={{ received: renderRupees(row.amount_received), total: renderRupees(row.total_amount) }}
        />
      ),
    };
  });
}

/** Without charges there is no recovery to compare. */
function isComparable({ total_amount }: DashboardRow): boolean {
  return total_amount > 0;
}

function buildTrend(difference: number, versus: string): PeriodItem["trend"] {
  return { direction: difference < 0 ? "down" : "up", difference: Math.abs(difference).toFixed(2), versus };
}

function renderRupees(amount: number) {
  return <Money rupees={amount} decimals={0} showCurrency />;
}

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
      grid-auto-flow: row;
      grid-template-columns: repeat(2, minmax(0, 1fr));

      > :nth-child(odd) {
        padding-inline-start: ${theme.size.gutter};
        border-inline-start: 0;
      }

      > :nth-child(n + 3) {
        border-block-start: 1px solid ${theme.color.border};
      }
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

const SubtleText = styled.span`
  ${typography("meta")}
  color: ${({ theme }) => theme.color.textSubtle};
`;

const Label = styled.p`
  ${typography("meta")}
  margin-block-start: ${({ theme }) => theme.space.m};
  color: ${({ theme }) => theme.color.textMuted};

  ${({ theme }) => theme.mobile} {
    display: none;
  }
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

const Comparison = styled(SubtleText)`
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
