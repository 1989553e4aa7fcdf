import type { EChartsCoreOption } from "echarts/core";
import { useMemo } from "react";
import styled, { css, useTheme } from "styled-components";
import { useIsMobile } from "../../hooks/useIsMobile.ts";
import { visuallyHidden } from "../theme/mixins.ts";
import { type Theme, typography } from "../theme/theme.ts";
import { Chart, type ChartFill, ChartLegend, createChartTextStyle, createTooltipStyle, toItemStyle } from "./Chart.tsx";

/** One colour of the stacked bars, or a line over them. */
export interface BarSeries {
  label: string;
  fill: ChartFill;
  /** Draws a line over the stacked bars. */
  isLine?: boolean;
  /** One per category; the line ends at `undefined`. */
  values: readonly (number | undefined)[];
}

interface BarChartData {
  categories: readonly string[];
  series: readonly BarSeries[];
  /** Index of the category with a shaded background. */
  currentIndex: number | undefined;
  /** Formats a value for the tooltip and the table. */
  format(value: number): string;
  formatAxis(value: number): string;
  /** Smallest step of the axis. */
  minInterval: number;
}

interface BarChartProps extends BarChartData {
  title: string;
  unit: string;
  /** Header of the column of categories in the table for screen readers. */
  categoryTitle: string;
  /** Height in table rows. */
  heightInRows: number;
  /** Called with the index of a category that is chosen by mouse or keyboard. Must be stable. */
  onSelect?: ((index: number) => void) | undefined;
}

/**
 * Stacked bars with lines over them. Keep `categories` and `series` stable between renders: new arrays redraw the
 * chart.
 */
export function BarChart({ title, unit, categoryTitle, heightInRows, onSelect, ...data }: BarChartProps) {
  const { categories, series, currentIndex, format, formatAxis, minInterval } = data;
  const theme = useTheme();
  const isMobile = useIsMobile();
  const option = useMemo(
    () => buildBarChartOption({ categories, series, currentIndex, format, formatAxis, minInterval }, theme, isMobile),
    [theme, isMobile, categories, series, currentIndex, format, formatAxis, minInterval],
  );
  return (
    <Chart
      title={title}
      unit={unit}
      legend={<ChartLegend entries={series} />}
      option={option}
      heightInRows={heightInRows}
      onSelect={onSelect}
    >
      <Values>
        <table>
          <caption>{title}</caption>
          <thead>
            <tr>
              <th scope="col">{categoryTitle}</th>
              {series.map(({ label }) => (
                <th key={label} scope="col">
                  {label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {categories.map((category, index) => (
              <tr key={category}>
                <th scope="row">
                  {onSelect ? (
                    <button type="button" onClick={() => onSelect(index)}>
                      {category}
                    </button>
                  ) : (
                    category
                  )}
                </th>
                {series.map(({ label, values }) => {
                  const value = values[index];
                  return <td key={label}>{value === undefined ? "—" : format(value)}</td>;
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </Values>
    </Chart>
  );
}

/** For screen readers, and for the keyboard: shown while one of its buttons has the focus. */
const Values = styled.div`
  &:not(:focus-within) {
    ${visuallyHidden}
  }

  ${typography("meta")}
  ${({ theme }) => css`
    position: absolute;
    inset-block-start: 0;
    inset-inline: 0;
    z-index: ${theme.layer.menu};
    overflow: auto;
    border: 1px solid ${theme.color.borderStrong};
    background: ${theme.color.surface};

    table {
      inline-size: 100%;
    }

    th,
    td {
      padding-inline: ${theme.space.s};
      text-align: end;
    }

    th:first-child {
      text-align: start;
    }

    button {
      border: 0;
      background: none;
      color: ${theme.color.accent};
      font: inherit;
      text-decoration: underline;
      cursor: pointer;
    }
  `}
`;

function buildBarChartOption(data: BarChartData, theme: Theme, isMobile: boolean): EChartsCoreOption {
  const { categories, series, currentIndex, format, formatAxis, minInterval } = data;
  const { color } = theme;
  const textStyle = createChartTextStyle(theme);
  return {
    animation: false,
    textStyle,
    grid: {
      left: 0,
      right: 0,
      top: theme.size.dot,
      bottom: Number.parseFloat(theme.space.xs),
      outerBoundsMode: "same",
      outerBoundsContain: "axisLabel",
    },
    tooltip: {
      ...createTooltipStyle(theme),
      trigger: "axis",
      formatter: ([point]: readonly { dataIndex: number }[]) => {
        if (!point) return "";
        const lines = series.flatMap(({ label, values }) => {
          const value = values[point.dataIndex];
          return value ? [`${label}  ${format(value)}`] : [];
        });
        return [categories[point.dataIndex], ...lines].join("\n");
      },
    },
    xAxis: {
      type: "category",
      data: categories,
      axisTick: { show: false },
      axisLine: { lineStyle: { color: color.borderStrong } },
      axisLabel: {
        ...textStyle,
        // Phones have room for every second label only.
        interval: isMobile ? (index: number) => (index - (currentIndex ?? 0)) % 2 === 0 : 0,
        hideOverlap: true,
        formatter: (label: string, index: number) => (index === currentIndex ? `{current|${label}}` : label),
        rich: { current: { ...textStyle, color: color.text, fontWeight: 600 } },
      },
      splitArea: {
        show: true,
        interval: 0,
        areaStyle: { color: categories.map((_, index) => (index === currentIndex ? color.sunken : "transparent")) },
      },
    },
    yAxis: {
      type: "value",
      splitNumber: 4,
      minInterval,
      axisLabel: { ...textStyle, formatter: formatAxis, hideOverlap: true, showMinLabel: true, showMaxLabel: true },
      splitLine: { lineStyle: { color: color.border } },
    },
    series: series.flatMap((entry): object[] =>
      entry.isLine ? buildLineSeries(entry, theme) : buildBarSeries(entry, theme),
    ),
  };
}

function buildBarSeries({ label, fill, values }: BarSeries, theme: Theme) {
  return [
    {
      type: "bar",
      name: label,
      stack: "bars",
      barWidth: "50%",
      itemStyle: toItemStyle(theme, fill),
      emphasis: { disabled: true },
      data: values,
    },
  ];
}

/** The line, above a wider line in the background colour that separates it from the bars. */
function buildLineSeries({ label, fill, values }: BarSeries, theme: Theme) {
  const lineWidth = Number.parseFloat(theme.size.ring);
  const { color } = toItemStyle(theme, fill);
  const data = values.map((value) => value ?? null);
  return [
    {
      type: "line",
      data,
      silent: true,
      symbol: "none",
      z: 3,
      lineStyle: { width: 3 * lineWidth, color: theme.color.surface },
    },
    {
      type: "line",
      name: label,
      data,
      z: 4,
      symbol: "circle",
      symbolSize: theme.size.dot - lineWidth,
      lineStyle: { width: lineWidth, color },
      itemStyle: { color: theme.color.surface, borderColor: color, borderWidth: lineWidth },
      emphasis: { disabled: true },
    },
  ];
}
