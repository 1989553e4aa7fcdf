import { lazy, type ReactNode, Suspense, useMemo } from "react";
import { monthOf } from "../../shared/dates.ts";
import { formatRupees } from "../../shared/money.ts";
import type { DashboardData } from "../../shared/wire.ts";
import { shortMonthName } from "../i18n/months.ts";
import { t } from "../i18n/t.ts";

const BarChart = lazy(async () => ({ default: (await import("../ui/chart/BarChart.tsx")).BarChart }));

/** The year by month; `waiting` is shown until the chart's code has come. */
export function YearChart({ dashboard, fallback }: { dashboard: DashboardData; fallback?: ReactNode }) {
  const current = monthOf(dashboard.today).month - 1;
  const months = useMemo(
    () =>
      dashboard.months.map((row, index) => ({
        label: shortMonthName(index + 1),
        received: row.received,
        due: row.due,
        later: row.notDueYet,
        expenses: index <= current ? row.expenses : undefined,
      })),
    [dashboard, current],
  );
  const names = useMemo(
    () => ({ received: t("Received"), due: t("Due"), later: t("Not due yet"), expenses: t("Expenses") }),
    [],
  );
  return (
    <Suspense fallback={fallback}>
      <BarChart
        title={t("{year} by month", { year: dashboard.year })}
        unit={t("Rs thousand")}
        monthLabel={t("Month")}
        months={months}
        current={current}
        names={names}
        format={formatWholeRupees}
        formatAxis={formatThousands}
        minInterval={1_000}
      />
    </Suspense>
  );
}

function formatWholeRupees(value: number): string {
  return formatRupees(value, 0);
}

function formatThousands(value: number): string {
  return value === 0 ? "0" : `${Math.round(value / 1000)}k`;
}
