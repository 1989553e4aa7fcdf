import type { EChartsCoreOption } from "echarts/core";
import { useMemo } from "react";
import { useTheme } from "styled-components";
import { useIsMobile } from "../../hooks/useIsMobile.ts";
import { VisuallyHidden } from "../text/Text.tsx";
import type { Theme } from "../theme/theme.ts";
import { Chart, ChartLegend, chartFill, chartTextStyle, chartTooltip } from "./Chart.tsx";

interface BarChartProps extends BarChartData {
  title: string;
  unit: string;
  /** Head of the months in the table that is read aloud. */
  monthLabel: string;
}

/** A year by month: received, due and not due yet stacked, expenses as a line. Keep `months` and `names` stable. */
export function BarChart({ title, unit, monthLabel, ...input }: BarChartProps) {
  const { months, current, names, format, formatAxis, minInterval } = input;
  const theme = useTheme();
  const narrow = useIsMobile();
  const option = useMemo(
    () => barChartOption(theme, { months, current, names, format, formatAxis, minInterval, narrow }),
    [theme, narrow, months, current, names, format, formatAxis, minInterval],
  );
  return (
    <Chart title={title} unit={unit} legend={<Legend names={names} />} option={option} heightInRows={8}>
      <VisuallyHidden>
        <table>
          <caption>{title}</caption>
          <thead>
            <tr>
              <th scope="col">{monthLabel}</th>
              {seriesKeys.map((part) => (
                <th key={part} scope="col">
                  {names[part]}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {months.map((month) => (
              <tr key={month.label}>
                <th scope="row">{month.label}</th>
                {seriesKeys.map((part) => (
                  <td key={part}>{format(month[part] ?? 0)}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </VisuallyHidden>
    </Chart>
  );
}

function Legend({ names }: { names: SeriesNames }) {
  const entries = seriesKeys.map((fill) => ({ fill, label: names[fill], line: fill === "expenses" }));
  return <ChartLegend entries={entries} />;
}

const seriesKeys = ["received", "due", "later", "expenses"] as const;

export interface ChartMonth {
  label: string;
  received: number;
  due: number;
  /** Billed for a day that has not come. */
  later: number;
  /** None for months to come. */
  expenses?: number;
}

export interface SeriesNames {
  received: string;
  due: string;
  later: string;
  expenses: string;
}

export interface BarChartData {
  months: readonly ChartMonth[];
  /** Index of the month that is shaded. */
  current: number | undefined;
  names: SeriesNames;
  /** A value as it is read on hover. */
  format(value: number): string;
  /** A value of the axis. */
  formatAxis(value: number): string;
  /** The axis' values stand no closer: what it shows would be the same for two of them. */
  minInterval: number;
}

interface BarChartOptionInput extends BarChartData {
  /** Room for every other month's name only. */
  narrow: boolean;
}

/** Stacked months with the expenses as a line over them. */
export function barChartOption(theme: Theme, input: BarChartOptionInput): EChartsCoreOption {
  const { months, current, names, format, formatAxis, minInterval, narrow } = input;
  const { color } = theme;
  const text = chartTextStyle(theme);
  const expenses = months.map((month) => month.expenses ?? null);
  const ring = Number.parseFloat(theme.size.ring);
  const stack = (["received", "due", "later"] as const).map((fill) => ({
    type: "bar",
    name: names[fill],
    stack: "months",
    barWidth: "50%",
    itemStyle: chartFill(theme, fill),
    emphasis: { disabled: true },
    data: months.map((month) => month[fill]),
  }));

  return {
    animation: false,
    textStyle: text,
    grid: {
      left: 0,
      right: 0,
      top: theme.size.dot,
      bottom: Number.parseFloat(theme.space.xs),
      outerBoundsMode: "same",
      outerBoundsContain: "axisLabel",
    },
    tooltip: {
      ...chartTooltip(theme),
      trigger: "axis",
      formatter: (points: readonly { dataIndex: number }[]) => {
        const month = months[points[0]?.dataIndex ?? -1];
        return month ? tooltipText({ month, names, format }) : "";
      },
    },
    xAxis: {
      type: "category",
      data: months.map((month) => month.label),
      axisTick: { show: false },
      axisLine: { lineStyle: { color: color.borderStrong } },
      axisLabel: {
        ...text,
        interval: narrow ? (index: number) => (index - (current ?? 0)) % 2 === 0 : 0,
        hideOverlap: true,
        formatter: (label: string, index: number) => (index === current ? `{now|${label}}` : label),
        rich: { now: { ...text, color: color.text, fontWeight: 600 } },
      },
      splitArea: {
        show: true,
        interval: 0,
        areaStyle: { color: months.map((_, index) => (index === current ? color.sunken : "transparent")) },
      },
    },
    yAxis: {
      type: "value",
      splitNumber: 4,
      minInterval,
      axisLabel: { ...text, formatter: formatAxis },
      splitLine: { lineStyle: { color: color.border } },
    },
    series: [
      ...stack,
      // Under the line, in the ground's colour: keeps it apart from the bars it crosses.
      {
        type: "line",
        data: expenses,
        silent: true,
        symbol: "none",
        z: 3,
        lineStyle: { width: 3 * ring, color: color.surface },
      },
      {
        type: "line",
        name: names.expenses,
        data: expenses,
        z: 4,
        symbol: "circle",
        symbolSize: theme.size.dot - ring,
        lineStyle: { width: ring, color: color.expense },
        itemStyle: { color: color.surface, borderColor: color.expense, borderWidth: ring },
        emphasis: { disabled: true },
      },
    ],
  };
}

interface TooltipInput {
  month: ChartMonth;
  names: SeriesNames;
  format(value: number): string;
}

function tooltipText({ month, names, format }: TooltipInput): string {
  const parts = (["received", "due", "later", "expenses"] as const).flatMap((part) => {
    const value = month[part];
    return value ? [`${names[part]}  ${format(value)}`] : [];
  });
  return [month.label, ...parts].join("\n");
}
