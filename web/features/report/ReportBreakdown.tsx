import { lazy, Suspense, useMemo } from "react";
import type { MonthReport } from "../../../shared/domain/month-report.ts";
import { formatRupees } from "../../../shared/money.ts";
import { say } from "../../lib/language.ts";
import { Section } from "../../ui/Page.tsx";
import { Skeleton } from "../../ui/Skeleton.tsx";

const PieChart = lazy(async () => ({ default: (await import("../../ui/PieChart.tsx")).PieChart }));

/** Received, due and expenses as parts of one whole. */
export function ReportBreakdown({ total: { received, due, expenses } }: { total: MonthReport["total"] }) {
  const slices = useMemo(
    () => [
      { fill: "received" as const, label: say("Received"), value: received },
      { fill: "due" as const, label: say("Due"), value: due },
      { fill: "expenses" as const, label: say("Expenses"), value: expenses },
    ],
    [received, due, expenses],
  );
  return (
    <Section>
      <Suspense fallback={<Skeleton rows={5} />}>
        <PieChart title={say("Financial Breakdown (Pie Chart)")} slices={slices} format={inRupees} />
      </Suspense>
    </Section>
  );
}

function inRupees(value: number): string {
  return formatRupees(value, 0);
}
