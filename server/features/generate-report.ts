import { monthReport } from "../../shared/domain/month-report.ts";
import { generateReport } from "../../shared/endpoints/generate-report.ts";
import { expenses } from "../../shared/resources/expenses.ts";
import { plotCategory } from "../../shared/resources/plot-category.ts";
import { type RunningTotals, totalled, totalsFor } from "../ground/totals.ts";
import { type Call, defineCall } from "../kernel/feature.ts";
import type { Feed } from "../kernel/feed.ts";
import type { Mirror } from "../kernel/mirror.ts";
import type { Present } from "../kernel/present.ts";
import type { Store } from "../kernel/store.ts";

interface ReportParts {
  totals: RunningTotals;
  mirror: Mirror;
  store: Store;
  feed: Feed;
  presenters: ReadonlyMap<string, Present>;
}

/** The monthly report; a resident's holds own rows and no expenses. */
export function reportCalls({ totals, mirror, store, feed, presenters }: ReportParts): Call[] {
  return [
    defineCall(generateReport, async ({ ctx, body: { month, year } }) => {
      await feed.seen([...totalled, plotCategory.name]);
      const { viewer } = ctx;
      const own = viewer.scope === "own";
      const spent = own
        ? []
        : await store.find(expenses, { Month: String(month).padStart(2, "0"), Year: String(year) });
      const counted = await totalsFor(viewer, { totals, store });
      const report = monthReport({
        totals: counted,
        month,
        year,
        categories: [...mirror.all(plotCategory)],
        expenses: spent,
      });
      return {
        success: true,
        message: "Report generated!",
        ...report,
        expenses: spent.map((row) => presenters.get(expenses.name)?.(row)),
      };
    }),
  ];
}
