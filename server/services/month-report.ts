import { monthKey, type YearMonth } from "../../shared/dates.ts";
import { computeMonthReport, type MonthReport } from "../../shared/domain/month-report.ts";
import type { Totals } from "../../shared/domain/totals.ts";
import { canSeeRow, type Viewer } from "../../shared/permissions.ts";
import { type Adjustment, adjustment } from "../../shared/resources/adjustment.ts";
import { expenses } from "../../shared/resources/expenses.ts";
import { plotCategory } from "../../shared/resources/plot-category.ts";
import type { Present } from "../database/present.ts";
import type { ReferenceCache } from "../database/reference-cache.ts";
import { between, type Store } from "../database/store.ts";

export interface ReportServices {
  referenceCache: ReferenceCache;
  present: Present;
}

interface MonthReportOptions {
  /** Where the rows are read: the store, or a transaction for the rows of its snapshot. */
  source: Pick<Store, "find">;
  /** The totals that the viewer may see. */
  totals: Totals;
  viewer: Viewer;
  services: ReportServices;
}

interface FullMonthReport extends MonthReport {
  expenses: readonly unknown[];
  adjustments: readonly unknown[];
}

/** The report of a month as the API sends it; residents see only their own rows and no expenses. */
export async function readMonthReport(
  { year, month }: YearMonth,
  { source, totals, viewer, services: { referenceCache, present } }: MonthReportOptions,
): Promise<FullMonthReport> {
  const monthExpenses =
    viewer.scope === "own"
      ? []
      : await source.find(expenses, { Month: String(month).padStart(2, "0"), Year: String(year) });
  const report = computeMonthReport({
    totals,
    month,
    year,
    categories: [...referenceCache.all(plotCategory)],
    expenses: monthExpenses,
  });
  const monthAdjustments = await readAdjustments(source, { year, month });
  return {
    ...report,
    expenses: monthExpenses.map((row) => present(expenses, row)),
    adjustments: monthAdjustments
      .filter((row) => canSeeRow(viewer, adjustment, row))
      .map((row) => present(adjustment, row)),
  };
}

/** The adjustments of the month: by due date, or by date if they have no due date, such as refunds and transfers. */
async function readAdjustments(source: Pick<Store, "find">, month: YearMonth): Promise<Adjustment[]> {
  const days = between(`${monthKey(month)}-01`, `${monthKey(month)}-31`);
  const rows = [
    ...(await source.find(adjustment, { DueDate: days, VoidedAt: null })),
    ...(await source.find(adjustment, { DueDate: null, Date: days, VoidedAt: null })),
  ];
  return rows.sort((a, b) => a.AdjustmentNo - b.AdjustmentNo);
}
