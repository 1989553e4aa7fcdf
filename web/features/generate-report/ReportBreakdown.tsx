import { lazy, Suspense, useMemo } from "react";
import type { MonthReport } from "../../../shared/domain/month-report.ts";
import { formatRupees } from "../../../shared/money.ts";
import { t } from "../../i18n/t.ts";
import { Skeleton } from "../../ui/feedback/Skeleton.tsx";
import { Section } from "../../ui/layout/Page.tsx";

const PieChart = lazy(async () => ({ default: (await import("../../ui/chart/PieChart.tsx")).PieChart }));

/** Received, due and expenses as parts of one whole. */
export function ReportBreakdown({ total: { received, due, expenses } }: { total: MonthReport["total"] }) {
  const slices = useMemo(
    () => [
      { fill: "received" as const, label: t("Received"), value: received },
      { fill: "due" as const, label: t("Due"), value: due },
      { fill: "expenses" as const, label: t("Expenses"), value: expenses },
    ],
    [received, due, expenses],
  );
  return (
    <Section>
      <Suspense fallback={<Skeleton rows={5} />}>
        <PieChart title={t("Financial Breakdown (Pie Chart)")} slices={slices} format={formatWholeRupees} />
      </Suspense>
    </Section>
  );
}

function formatWholeRupees(value: number): string {
  return formatRupees(value, 0);
}
