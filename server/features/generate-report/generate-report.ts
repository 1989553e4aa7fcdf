import { computeMonthReport } from "../../../shared/domain/month-report.ts";
import { generateReport } from "../../../shared/endpoints/generate-report.ts";
import { createMessage } from "../../../shared/messages.ts";
import { expenses } from "../../../shared/resources/expenses.ts";
import { plotCategory } from "../../../shared/resources/plot-category.ts";
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
      };
    }),
  ];
}
