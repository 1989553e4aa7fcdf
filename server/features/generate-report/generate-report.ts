import { monthKey } from "../../../shared/dates.ts";
import { generateReport } from "../../../shared/endpoints/generate-report.ts";
import { createMessage } from "../../../shared/messages.ts";
import { monthReport } from "../../../shared/resources/month-report.ts";
import { plotCategory } from "../../../shared/resources/plot-category.ts";
import { defineEndpointHandler } from "../../http/endpoint-handler.ts";
import { findLockedReport, readLockedReport } from "../../services/locked-reports.ts";
import { readMonthReport } from "../../services/month-report.ts";
import { readTotalsFor, totalledResourceNames } from "../../services/running-totals.ts";
import type { Feature, FeatureContributions, FeatureServices } from "../feature.ts";

export const feature: Feature = { initialize: initializeReport };

/** The monthly report; residents see only their own rows and no expenses. */
function initializeReport(services: FeatureServices): FeatureContributions {
  const { totals, store, secretStore, changeStream } = services;
  return {
    endpointHandlers: [
      defineEndpointHandler(generateReport, async ({ ctx: { viewer }, body: month }) => {
        await changeStream.waitForOwnCommits([...totalledResourceNames, plotCategory.name, monthReport.name]);
        const report = await readMonthReport(month, {
          source: store,
          totals: await readTotalsFor(viewer, { totals, store }),
          viewer,
          services,
        });
        const lockedReport = viewer.scope === "all" ? await findLockedReport(store, monthKey(month)) : undefined;
        return {
          ...createMessage("report-generated"),
          ...report,
          kept: lockedReport
            ? {
                By: lockedReport.LockedBy,
                At: lockedReport.LockedAt,
                total: (await readLockedReport(secretStore, lockedReport)).document.total,
              }
            : null,
        };
      }),
    ],
  };
}
