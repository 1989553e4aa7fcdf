import { type ReactNode, Suspense, useMemo } from "react";
import { monthOf } from "../../shared/dates.ts";
import { formatRupees } from "../../shared/money.ts";
import type { DashboardData } from "../../shared/wire.ts";
import { lazyPart } from "../hooks/lazyPart.ts";
import { useEvent } from "../hooks/useEvent.ts";
import { shortMonthName } from "../i18n/dateTime.ts";
import { type TranslationKey, t } from "../i18n/t.ts";
import type { BarSeries } from "../ui/chart/BarChart.tsx";

const BarChart = lazyPart(async () => (await import("../ui/chart/BarChart.tsx")).BarChart);

interface YearChartProps {
  dashboard: DashboardData;
  fallback?: ReactNode;
  /** Height in table rows. */
  heightInRows?: number;
  /** Called with the month, 1 to 12, whose bar is clicked. */
  onOpenMonth?: ((month: number) => void) | undefined;
}

/**
 * Received, overdue and not yet due amounts by month as stacked bars, expenses as a line. Shows `fallback` while the
 * chart loads.
 */
export function YearChart({ dashboard, fallback, heightInRows = 8, onOpenMonth }: YearChartProps) {
  const currentIndex = monthOf(dashboard.today).month - 1;
  const { categories, series } = useMemo(() => buildChartData(dashboard, currentIndex), [dashboard, currentIndex]);
  const unit = chooseUnit(dashboard);
  const openMonth = useEvent((index: number) => onOpenMonth?.(index + 1));
  return (
    <Suspense fallback={fallback}>
      <BarChart
        title={t("{year} by month", { year: dashboard.year })}
        unit={t(unit.name)}
        categoryTitle={t("Month")}
        categories={categories}
        series={series}
        currentIndex={currentIndex}
        heightInRows={heightInRows}
        format={formatWholeRupees}
        formatAxis={unit.format}
        // Labels have up to two decimals: a smaller interval would repeat them.
        minInterval={unit.rupees / 100}
        onSelect={onOpenMonth && openMonth}
      />
    </Suspense>
  );
}

function buildChartData({ months }: DashboardData, currentIndex: number) {
  return {
    categories: months.map((_, index) => shortMonthName(index + 1)),
    series: [
      { label: t("Received"), fill: "accent", values: months.map(({ received }) => received) },
      { label: t("Overdue"), fill: "amberHatch", values: months.map(({ due: overdue }) => overdue) },
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

/** The unit of all labels of the axis: the largest that the highest value reaches. */
function chooseUnit({ months }: DashboardData) {
  const highest = Math.max(
    0,
    ...months.map(({ received, due: overdue, notDueYet, expenses }) =>
      Math.max(received + overdue + notDueYet, expenses),
    ),
  );
  return units.find(({ rupees }) => highest >= rupees) ?? rupeeUnit;
}

const rupeeUnit = createUnit("Rs", 1);
const units = [createUnit("Rs million", 1_000_000), createUnit("Rs thousand", 1_000), rupeeUnit];

function createUnit<Name extends TranslationKey>(name: Name, rupees: number) {
  const numberFormat = new Intl.NumberFormat("en-PK", { maximumFractionDigits: 2 });
  return { name, rupees, format: (value: number) => numberFormat.format(value / rupees) };
}
