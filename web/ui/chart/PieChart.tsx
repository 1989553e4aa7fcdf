import type { EChartsCoreOption } from "echarts/core";
import { type ReactNode, useMemo } from "react";
import styled, { css, useTheme } from "styled-components";
import { type Theme, typography } from "../theme/theme.ts";
import { Chart, type ChartFill, createTooltipStyle, Swatch, toItemStyle } from "./Chart.tsx";

interface PieSlice {
  fill: ChartFill;
  label: string;
  value: number;
}

interface PieChartProps {
  title: string;
  slices: readonly PieSlice[];
  /** Formats a value for the tooltip and the table. */
  format(value: number): string;
  /** The value of the slice in the table, for example as a link to the rows that it sums up. */
  renderValue(index: number, text: string): ReactNode;
  /** Called with the index of a slice when it is clicked. Must be stable. */
  onSelect: (index: number) => void;
}

/** A pie chart with a table of its values. Keep `slices` stable between renders: a new array redraws the chart. */
export function PieChart({ title, slices, format, renderValue, onSelect }: PieChartProps) {
  const theme = useTheme();
  const option = useMemo(() => buildPieChartOption(theme, { slices, format }), [theme, slices, format]);
  return (
    <Chart title={title} option={option} heightInRows={5} onSelect={onSelect}>
      <ShareTable aria-label={title}>
        <tbody>
          {slices.map((slice, index) => (
            <tr key={slice.fill}>
              <th scope="row">
                <Swatch $fill={slice.fill} />
                {slice.label}
              </th>
              <td>{formatShare(slice, slices)}</td>
              <td>
                <strong>{renderValue(index, format(slice.value))}</strong>
              </td>
            </tr>
          ))}
        </tbody>
      </ShareTable>
    </Chart>
  );
}

function buildPieChartOption(
  theme: Theme,
  { slices, format }: Pick<PieChartProps, "slices" | "format">,
): EChartsCoreOption {
  return {
    animation: false,
    tooltip: {
      ...createTooltipStyle(theme),
      formatter: ({ dataIndex }: { dataIndex: number }) => {
        const slice = slices[dataIndex];
        return slice ? `${slice.label}  ${format(slice.value)}\n${formatShare(slice, slices)}` : "";
      },
    },
    series: {
      type: "pie",
      radius: "84%",
      stillShowZeroSum: false,
      label: { show: false },
      emphasis: { scale: false },
      data: slices.map(({ fill, label, value }) => ({
        name: label,
        value,
        itemStyle: {
          ...toItemStyle(theme, fill),
          borderColor: theme.color.surface,
          borderWidth: Number.parseFloat(theme.size.ring),
        },
      })),
    },
  };
}

function formatShare(slice: PieSlice, slices: readonly PieSlice[]): string {
  const total = slices.reduce((sum, { value }) => sum + value, 0);
  return `${(total > 0 ? (slice.value / total) * 100 : 0).toFixed(1)}%`;
}

const ShareTable = styled.table`
  ${({ theme }) => css`
    inline-size: 100%;
    margin-block-start: ${theme.space.m};
    border-collapse: collapse;

    th,
    td {
      padding-block: ${theme.space.xs};
      border-block-end: 1px solid ${theme.color.border};
      text-align: end;
    }

    th {
      ${typography("meta")}
      text-align: start;
    }

    th > span {
      margin-inline-end: ${theme.space.xs};
    }

    strong {
      font-weight: 600;
    }
  `}
`;
