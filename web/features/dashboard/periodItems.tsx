import { addMonths, MONTH_NAMES, monthOf, type YearMonth } from "../../../shared/dates.ts";
import type { DashboardRow } from "../../../shared/domain/periods.ts";
import { formatRupees } from "../../../shared/money.ts";
import type { DashboardBoard } from "../../../shared/wire.ts";
import { Money } from "../../ui/Money.tsx";
import type { StatItem } from "../../ui/StatStripRows.tsx";

/** The four periods as cards; only the current month and year have something to be compared with. */
export function periodItems({ data, today }: DashboardBoard): StatItem[] {
  const month = monthOf(today);
  const before = addMonths(month, -1);
  const names: Record<DashboardRow["period"], { period: string; against?: DashboardRow["period"]; versus: string }> = {
    "Current Year": { period: String(month.year), against: "Last Year", versus: `vs ${month.year - 1}` },
    "Current Month": { period: nameOf(month), against: "Last Month", versus: `vs ${MONTH_NAMES[before.month - 1]}` },
    "Last Month": { period: nameOf(before), versus: "" },
    "Last Year": { period: String(month.year - 1), versus: "" },
  };
  return data.map((row) => {
    const { period, against, versus } = names[row.period];
    const other = data.find((item) => item.period === against);
    return {
      key: row.period,
      title: row.period,
      period,
      recovery: row.recovery_percentage,
      trend: other && trendOf(row.recovery_percentage - other.recovery_percentage, versus),
      rows: [
        { key: "total", label: "Total Amount", amount: <Money rupees={row.total_amount} decimals={0} prefix /> },
        {
          key: "received",
          label: "Amount Received",
          tone: "accent",
          amount: <Money rupees={row.amount_received} decimals={0} prefix />,
        },
        {
          key: "due",
          label: "Amount Due",
          closes: true,
          amount: <Money rupees={row.amount_due} decimals={0} prefix />,
        },
        {
          key: "expense",
          label: "Total Expense",
          tone: "quiet",
          amount: <Money rupees={row.total_expense} decimals={0} prefix />,
        },
      ],
      summary: `${formatRupees(row.amount_received, 0)} of ${formatRupees(row.total_amount, 0)}`,
    };
  });
}

function trendOf(difference: number, versus: string): StatItem["trend"] {
  return { direction: difference < 0 ? "down" : "up", difference: Math.abs(difference).toFixed(2), versus };
}

function nameOf({ year, month }: YearMonth): string {
  return `${MONTH_NAMES[month - 1]} ${year}`;
}
