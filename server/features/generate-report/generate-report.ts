import { monthKey, type YearMonth } from "../../../shared/dates.ts";
import { computeMonthReport } from "../../../shared/domain/month-report.ts";
import { generateReport } from "../../../shared/endpoints/generate-report.ts";
import { createMessage } from "../../../shared/messages.ts";
import { canSeeRow } from "../../../shared/permissions.ts";
import { type Adjustment, adjustment } from "../../../shared/resources/adjustment.ts";
import { expenses } from "../../../shared/resources/expenses.ts";
import { plotCategory } from "../../../shared/resources/plot-category.ts";
import { between, type Store } from "../../database/store.ts";
import { defineEndpointHandler, type EndpointHandler } from "../../http/endpoint-handler.ts";
import { readTotalsFor, totalledResources } from "../../services/running-totals.ts";
import type { Feature, FeatureServices } from "../feature.ts";

export const feature: Feature = { initialize: (services) => ({ endpointHandlers: createReportHandlers(services) }) };

/** The monthly report; residents see only their own rows and no expenses. */
function createReportHandlers({
  totals,
  referenceCache,
  store,
  changeStream,
  presenters,
}: FeatureServices): EndpointHandler[] {
  return [
    defineEndpointHandler(generateReport, async ({ ctx: { viewer }, body: { month, year } }) => {
      await changeStream.waitForCommit([...totalledResources, plotCategory.name]);
      const monthExpenses =
        viewer.scope === "own"
          ? []
          : await store.find(expenses, { Month: String(month).padStart(2, "0"), Year: String(year) });
      const report = computeMonthReport({
        totals: await readTotalsFor(viewer, { totals, store }),
        month,
        year,
        categories: [...referenceCache.all(plotCategory)],
        expenses: monthExpenses,
      });
      return {
        success: true,
        ...createMessage("report-generated"),
        ...report,
        expenses: monthExpenses.map((row) => presenters.get(expenses.name)?.(row)),
        adjustments: (await readAdjustments(store, { year, month }))
          .filter((row) => canSeeRow(viewer, adjustment, row))
          .map((row) => presenters.get(adjustment.name)?.(row)),
      };
    }),
  ];
}

/** The adjustments of the month in which they change what is due; refunds and transfers by their date. */
async function readAdjustments(store: Store, month: YearMonth): Promise<Adjustment[]> {
  const days = between(`${monthKey(month)}-01`, `${monthKey(month)}-31`);
  const rows = [
    ...(await store.find(adjustment, { DueDate: days, VoidedAt: null })),
    ...(await store.find(adjustment, { DueDate: null, Date: days, VoidedAt: null })),
  ];
  return rows.sort((a, b) => a.AdjustmentNo - b.AdjustmentNo);
}
