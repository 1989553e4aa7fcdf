import { useMemo } from "react";
import { useTheme } from "styled-components";
import { useIsMobile } from "../../hooks/useIsMobile.ts";
import { VisuallyHidden } from "../text/VisuallyHidden.ts";
import { type BarChartData, barChartOption, type SeriesNames } from "./barChartOption.ts";
import { Chart } from "./Chart.tsx";
import { ChartLegend } from "./ChartLegend.tsx";

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
