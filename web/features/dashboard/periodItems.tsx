import { addMonths, MONTH_NAMES, monthOf, type YearMonth } from "../../../shared/dates.ts";
import type { DashboardRow } from "../../../shared/domain/periods.ts";
import type { DashboardBoard } from "../../../shared/wire.ts";
import { say } from "../../lib/language.ts";
import { Said } from "../../Said.tsx";
import { Money } from "../../ui/Money.tsx";
import type { StatItem } from "../../ui/StatStripRows.tsx";

/** The four periods as cards; only the current month and year have something to be compared with. */
export function periodItems({ data, today }: DashboardBoard): StatItem[] {
  const month = monthOf(today);
  const before = addMonths(month, -1);
  const names: Record<DashboardRow["period"], { period: string; against?: DashboardRow["period"]; versus: string }> = {
    "Current Year": {
      period: String(month.year),
      against: "Last Year",
      versus: say("vs {period}", { period: month.year - 1 }),
    },
    "Current Month": {
      period: nameOf(month),
      against: "Last Month",
      versus: say("vs {period}", { period: monthName(before) }),
    },
    "Last Month": { period: nameOf(before), versus: "" },
    "Last Year": { period: String(month.year - 1), versus: "" },
  };
  return data.map((row) => {
    const { period, against, versus } = names[row.period];
    const other = data.find((item) => item.period === against);
    return {
      key: row.period,
      title: say(row.period),
      period,
      recovery: row.recovery_percentage,
      trend:
        other && isComparable(row) && isComparable(other)
          ? trendOf(row.recovery_percentage - other.recovery_percentage, versus)
          : undefined,
      rows: [
        { key: "total", label: say("Total Amount"), amount: <Money rupees={row.total_amount} decimals={0} prefix /> },
        {
          key: "received",
          label: say("Amount Received"),
          tone: "accent",
          amount: <Money rupees={row.amount_received} decimals={0} prefix />,
        },
        {
          key: "due",
          label: say("Amount Due"),
          closes: true,
          amount: <Money rupees={row.amount_due} decimals={0} prefix />,
        },
        {
          key: "expense",
          label: say("Total Expense"),
          tone: "quiet",
          amount: <Money rupees={row.total_expense} decimals={0} prefix />,
        },
      ],
      summary: (
        <Said
          text="{received} of {total}"
          with={{
            received: <Money rupees={row.amount_received} decimals={0} prefix />,
            total: <Money rupees={row.total_amount} decimals={0} prefix />,
          }}
        />
      ),
    };
  });
}

/** Where nothing was due there was nothing to recover. */
function isComparable({ total_amount }: DashboardRow): boolean {
  return total_amount > 0;
}

function trendOf(difference: number, versus: string): StatItem["trend"] {
  return { direction: difference < 0 ? "down" : "up", difference: Math.abs(difference).toFixed(2), versus };
}

function nameOf(month: YearMonth): string {
  return say("{month} {year}", { month: monthName(month), year: month.year });
}

function monthName({ month }: YearMonth): string {
  return say(MONTH_NAMES[month - 1] ?? "January");
}
