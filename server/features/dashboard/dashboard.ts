import { monthOf, societyDayAt } from "../../../shared/dates.ts";
import {
  computeCategoryFigures,
  computeDashboardRows,
  computeMonthlyFigures,
  computeYearToDate,
} from "../../../shared/domain/dashboard.ts";
import { dashboardSummary } from "../../../shared/endpoints/dashboard.ts";
import { can, type Viewer } from "../../../shared/permissions.ts";
import { adjustment } from "../../../shared/resources/adjustment.ts";
import { paymentSchedule } from "../../../shared/resources/payment-schedule.ts";
import { plotCategory } from "../../../shared/resources/plot-category.ts";
import type { DashboardData } from "../../../shared/wire.ts";
import { defineEndpointHandler } from "../../http/endpoint-handler.ts";
import { readTotalsFor, totalledResourceNames } from "../../services/running-totals.ts";
import { isChangeOfVisiblePlot } from "../../services/visible-rows.ts";
import type { Feature, FeatureContributions, FeatureServices } from "../feature.ts";

export const feature: Feature = { initialize: initializeDashboard };

const sourceNames = [...totalledResourceNames, plotCategory.name];

/** The figures of the dashboard, by request and as a live query. */
function initializeDashboard({
  totals,
  referenceCache,
  store,
  changeStream,
  now,
}: FeatureServices): FeatureContributions {
  return {
    endpointHandlers: [
      defineEndpointHandler(dashboardSummary, async ({ ctx }) => {
        await changeStream.waitForOwnCommits(sourceNames);
        return { ...(await readDashboard(ctx.viewer)) };
      }),
    ],
    liveQueries: [
      {
        name: "dashboard",
        isForDisplays: true,
        dependsOnDay: true,
        isAffectedBy: (changes, viewer) =>
          changes.some((change) =>
            viewer.scope === "all"
              ? sourceNames.includes(change.resource)
              : isChangeOfVisiblePlot(viewer, [paymentSchedule, adjustment, plotCategory], change),
          ),
        canSubscribe: (viewer) => can(viewer, { page: "/", flag: "CanView" }),
        send: async (viewer, emit) => emit("dashboard", await readDashboard(viewer)),
      },
    ],
  };

  async function readDashboard(viewer: Viewer): Promise<DashboardData> {
    const viewerTotals = await readTotalsFor(viewer, { totals, store });
    const today = societyDayAt(now());
    const month = monthOf(today);
    const categories = computeCategoryFigures(viewerTotals, month).map((figures) => ({
      ...figures,
      CategoryName: referenceCache.get(plotCategory, figures.CategoryID)?.CategoryName ?? "",
    }));
    return {
      data: computeDashboardRows(viewerTotals, today),
      year: month.year,
      months: computeMonthlyFigures({ totals: viewerTotals, year: month.year, today }),
      categories,
      yearToDate: computeYearToDate(viewerTotals, today),
      today,
    };
  }
}
