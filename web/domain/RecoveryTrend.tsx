import styled, { useTheme } from "styled-components";
import { addMonths, formatDay, monthOf } from "../../shared/dates.ts";
import type { DashboardRow } from "../../shared/domain/dashboard.ts";
import type { DashboardData } from "../../shared/wire.ts";
import { monthName } from "../i18n/dateTime.ts";
import { t } from "../i18n/t.ts";
import { Icon } from "../ui/icon/Icon.tsx";
import { MetaText } from "../ui/text/Text.tsx";

interface RecoveryTrendProps {
  row: DashboardRow;
  dashboard: DashboardData;
}

/**
 * Change of the recovery percentage since the previous period; only for the current month and year, if both periods
 * have charges. The current year is also compared with the same part of last year, because the rest of it is not due
 * yet.
 */
export function RecoveryTrend({ row, dashboard: { data, today, yearToDate } }: RecoveryTrendProps) {
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
