import { lazy, type ReactNode, Suspense, useMemo } from "react";
import { monthOf } from "../shared/dates.ts";
import { formatRupees } from "../shared/money.ts";
import type { DashboardBoard } from "../shared/wire.ts";
import { say } from "./lib/language.ts";
import { shortMonthName } from "./months.ts";

const BarChart = lazy(async () => ({ default: (await import("./ui/BarChart.tsx")).BarChart }));

/** The year by month; `waiting` is shown until the chart's code has come. */
export function YearChart({ board, waiting }: { board: DashboardBoard; waiting?: ReactNode }) {
  const current = monthOf(board.today).month - 1;
  const months = useMemo(
    () =>
      board.months.map((row, index) => ({
        label: shortMonthName(index + 1),
        received: row.received,
        due: row.due,
        later: row.notDueYet,
        expenses: index <= current ? row.expenses : undefined,
      })),
    [board, current],
  );
  const names = useMemo(
    () => ({ received: say("Received"), due: say("Due"), later: say("Not due yet"), expenses: say("Expenses") }),
    [],
  );
  return (
    <Suspense fallback={waiting}>
      <BarChart
        title={say("{year} by month", { year: board.year })}
        unit={say("Rs thousand")}
        monthLabel={say("Month")}
        months={months}
        current={current}
        names={names}
        format={inRupees}
        formatAxis={inThousands}
        finest={1_000}
      />
    </Suspense>
  );
}

function inRupees(value: number): string {
  return formatRupees(value, 0);
}

function inThousands(value: number): string {
  return value === 0 ? "0" : `${Math.round(value / 1000)}k`;
}
