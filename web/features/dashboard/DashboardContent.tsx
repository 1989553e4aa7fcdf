import styled, { css, useTheme } from "styled-components";
import { addMonths, monthOf } from "../../../shared/dates.ts";
import type { DashboardRow } from "../../../shared/domain/dashboard.ts";
import type { DashboardData } from "../../../shared/wire.ts";
import { HouseBadge } from "../../domain/HouseBadge.tsx";
import { monthName, monthYearText } from "../../i18n/months.ts";
import { Trans } from "../../i18n/Trans.tsx";
import { t } from "../../i18n/t.ts";
import { ProgressBar } from "../../ui/feedback/ProgressBar.tsx";
import { Money } from "../../ui/text/Money.tsx";
import { categoryColor, typography } from "../../ui/theme/theme.ts";
import type { PeriodItem } from "./PeriodStrip.tsx";

/** What each category has paid of the month. */
export function MonthCategories({ title, categories }: { title: string; categories: DashboardData["categories"] }) {
  const theme = useTheme();
  return (
    <Table>
      <caption>{title}</caption>
      <thead>
        <tr>
          <th scope="col">{t("Category")}</th>
          <th scope="col">{t("Recovered")}</th>
          <th scope="col">{t("Received")}</th>
          <th scope="col">{t("Due")}</th>
        </tr>
      </thead>
      <tbody>
        {categories.map(({ CategoryID, CategoryName, received, due, recovery }) => (
          <tr key={CategoryID}>
            <th scope="row">
              <HouseBadge house={CategoryName} category={CategoryName} />
            </th>
            <td>
              <strong>{recovery.toFixed(1)}%</strong>
              <ProgressBar
                share={recovery / 100}
                label={t("{category} recovered", { category: CategoryName })}
                color={categoryColor(theme, CategoryName)}
              />
            </td>
            <td>
              <Money rupees={received} decimals={0} showCurrency />
            </td>
            <td>
              <Money rupees={due} decimals={0} showCurrency />
            </td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}

const Table = styled.table`
  ${({ theme }) => css`
    inline-size: 100%;
    border-collapse: collapse;

    caption {
      ${typography("strong")}
      padding-block-end: ${theme.space.s};
      text-align: start;
    }

    thead th {
      ${typography("meta")}
      color: ${theme.color.textSubtle};
      border-block-end: 1px solid ${theme.color.borderStrong};
    }

    th,
    td {
      padding-block: ${theme.space.s};
      font-weight: inherit;
      text-align: end;
      border-block-end: 1px solid ${theme.color.border};
    }

    th:first-child {
      text-align: start;
    }
  `}
`;

/** The four periods as cards; only the current month and year have something to be compared with. */
export function periodItems({ data, today }: DashboardData): PeriodItem[] {
  const month = monthOf(today);
  const before = addMonths(month, -1);
  const names: Record<DashboardRow["period"], { period: string; against?: DashboardRow["period"]; versus: string }> = {
    "Current Year": {
      period: String(month.year),
      against: "Last Year",
      versus: t("vs {period}", { period: month.year - 1 }),
    },
    "Current Month": {
      period: monthYearText(month),
      against: "Last Month",
      versus: t("vs {period}", { period: monthName(before.month) }),
    },
    "Last Month": { period: monthYearText(before), versus: "" },
    "Last Year": { period: String(month.year - 1), versus: "" },
  };
  return data.map((row) => {
    const { period, against, versus } = names[row.period];
    const other = data.find((item) => item.period === against);
    return {
      key: row.period,
      title: t(row.period),
      period,
      recovery: row.recovery_percentage,
      trend:
        other && isComparable(row) && isComparable(other)
          ? trendOf(row.recovery_percentage - other.recovery_percentage, versus)
          : undefined,
      rows: [
        { key: "total", label: t("Total Amount"), amount: rupees(row.total_amount) },
        { key: "received", label: t("Amount Received"), tone: "accent", amount: rupees(row.amount_received) },
        { key: "due", label: t("Amount Due"), closes: true, amount: rupees(row.amount_due) },
        { key: "expense", label: t("Total Expense"), tone: "quiet", amount: rupees(row.total_expense) },
      ],
      summary: (
        <Trans
          text="{received} of {total}"
          with={{ received: rupees(row.amount_received), total: rupees(row.total_amount) }}
        />
      ),
    };
  });
}

/** Where nothing was due there was nothing to recover. */
function isComparable({ total_amount }: DashboardRow): boolean {
  return total_amount > 0;
}

function trendOf(difference: number, versus: string): PeriodItem["trend"] {
  return { direction: difference < 0 ? "down" : "up", difference: Math.abs(difference).toFixed(2), versus };
}

function rupees(amount: number) {
  return <Money rupees={amount} decimals={0} showCurrency />;
}
