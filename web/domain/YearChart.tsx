import { lazy, type ReactNode, Suspense, useMemo } from "react";
import { monthOf } from "../../shared/dates.ts";
import { formatRupees } from "../../shared/money.ts";
import type { DashboardData } from "../../shared/wire.ts";
import { shortMonthName } from "../i18n/dateTime.ts";
import { t } from "../i18n/t.ts";
import type { BarSeries } from "../ui/chart/BarChart.tsx";

const BarChart = lazy(async () => ({ default: (await import("../ui/chart/BarChart.tsx")).BarChart }));

/**
 * Received, due and not yet due amounts by month as stacked bars, expenses as a line. Shows `fallback` while the chart
 * loads.
 */
export function YearChart({ dashboard, fallback }: { dashboard: DashboardData; fallback?: ReactNode }) {
  const currentIndex = monthOf(dashboard.today).month - 1;
  const { categories, series } = useMemo(() => buildChartData(dashboard, currentIndex), [dashboard, currentIndex]);
  return (
    <Suspense fallback={fallback}>
      <BarChart
        title={t("{year} by month", { year: dashboard.year })}
        unit={t("Rs thousand")}
        categoryTitle={t("Month")}
        categories={categories}
        series={series}
        currentIndex={currentIndex}
        format={formatWholeRupees}
        formatAxis={formatThousands}
        minInterval={1_000}
      />
    </Suspense>
  );
}

function buildChartData({ months }: DashboardData, currentIndex: number) {
  return {
    categories: months.map((_, index) => shortMonthName(index + 1)),
    series: [
      { label: t("Received"), fill: "accent", values: months.map(({ received }) => received) },
      { label: t("Due"), fill: "amberHatch", values: months.map(({ due }) => due) },
      { label: t("Not due yet"), fill: "greyHatch", values: months.map(({ notDueYet }) => notDueYet) },
      {
        label: t("Expenses"),
        fill: "grey",
        isLine: true,
        values: months.map(({ expenses }, index) => (index <= currentIndex ? expenses : undefined)),
      },
    ] satisfies BarSeries[],
  };
}

function formatWholeRupees(value: number): string {
  return formatRupees(value, 0);
}

function formatThousands(value: number): string {
  return value === 0 ? "0" : `${Math.round(value / 1000)}k`;
}
