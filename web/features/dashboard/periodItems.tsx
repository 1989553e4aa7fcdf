import { addMonths, monthOf } from "../../../shared/dates.ts";
import type { DashboardRow } from "../../../shared/domain/dashboard.ts";
import type { DashboardData } from "../../../shared/wire.ts";
import { monthName, monthYearText } from "../../i18n/months.ts";
import { Trans } from "../../i18n/Trans.tsx";
import { t } from "../../i18n/t.ts";
import type { PeriodItem } from "../../ui/layout/AmountList.tsx";
import { Money } from "../../ui/text/Money.tsx";

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
