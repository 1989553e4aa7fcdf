import { monthReport } from "../../shared/domain/month-report.ts";
import { generateReport } from "../../shared/endpoints/generate-report.ts";
import { expenses } from "../../shared/resources/expenses.ts";
import { plotCategory } from "../../shared/resources/plot-category.ts";
import { type RunningTotals, readTotalsFor, totalledResources } from "../ground/totals.ts";
import { type Call, defineCall } from "../kernel/feature.ts";
import type { ChangeStream } from "../kernel/feed.ts";
import type { ReferenceCache } from "../kernel/mirror.ts";
import type { Presenter } from "../kernel/present.ts";
import type { Store } from "../kernel/store.ts";

interface ReportOptions {
  totals: RunningTotals;
  referenceCache: ReferenceCache;
  store: Store;
  changeStream: ChangeStream;
  presenters: ReadonlyMap<string, Presenter>;
}

/** The monthly report; a resident's holds own rows and no expenses. */
export function reportCalls({ totals, referenceCache, store, changeStream, presenters }: ReportOptions): Call[] {
  return [
    defineCall(generateReport, async ({ ctx, body: { month, year } }) => {
      await changeStream.waitForCommit([...totalledResources, plotCategory.name]);
      const { viewer } = ctx;
      const own = viewer.scope === "own";
      const spent = own
        ? []
        : await store.find(expenses, { Month: String(month).padStart(2, "0"), Year: String(year) });
      const counted = await readTotalsFor(viewer, { totals, store });
      const report = monthReport({
        totals: counted,
        month,
        year,
        categories: [...referenceCache.all(plotCategory)],
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
