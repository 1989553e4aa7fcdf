import { useMemo } from "react";
import { useTheme } from "styled-components";
import { Chart } from "./Chart.tsx";
import { type BarNames, type BarsInput, barsOption } from "./ChartBars.ts";
import { ChartLegend } from "./ChartLegend.tsx";
import { Heard } from "./TableHeard.ts";
import { usePhone } from "./usePhone.ts";

interface BarChartProps extends BarsInput {
  title: string;
  unit: string;
  /** Head of the months in the table that is read aloud. */
  monthLabel: string;
}

/** A year by month: received, due and not due yet stacked, expenses as a line. Keep `months` and `names` stable. */
export function BarChart({ title, unit, monthLabel, ...input }: BarChartProps) {
  const { months, current, names, format, formatAxis, finest } = input;
  const theme = useTheme();
  const narrow = usePhone();
  const option = useMemo(
    () => barsOption(theme, { months, current, names, format, formatAxis, finest, narrow }),
    [theme, narrow, months, current, names, format, formatAxis, finest],
  );
  return (
    <Chart title={title} unit={unit} legend={<Legend names={names} />} option={option} rows={8}>
      <Heard>
        <table>
          <caption>{title}</caption>
          <thead>
            <tr>
              <th scope="col">{monthLabel}</th>
              {parts.map((part) => (
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
                {parts.map((part) => (
                  <td key={part}>{format(month[part] ?? 0)}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </Heard>
    </Chart>
  );
}

function Legend({ names }: { names: BarNames }) {
  const entries = parts.map((fill) => ({ fill, label: names[fill], line: fill === "expenses" }));
  return <ChartLegend entries={entries} />;
}

const parts = ["received", "due", "later", "expenses"] as const;
