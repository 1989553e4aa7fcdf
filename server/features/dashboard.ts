import { monthOf, societyToday } from "../../shared/dates.ts";
import { dashboardRows, monthByCategory, yearByMonth } from "../../shared/domain/periods.ts";
import type { Totals } from "../../shared/domain/totals.ts";
import { dashboardSummary } from "../../shared/endpoints/dashboard.ts";
import { can, type Viewer } from "../../shared/permissions.ts";
import { paymentSchedule } from "../../shared/resources/payment-schedule.ts";
import { plotCategory } from "../../shared/resources/plot-category.ts";
import type { DashboardBoard } from "../../shared/wire.ts";
import { concerns } from "../ground/concerns.ts";
import { type RunningTotals, totalled, totalsFor } from "../ground/totals.ts";
import type { Teller } from "../kernel/broadcast.ts";
import { type Call, defineCall } from "../kernel/feature.ts";
import type { Feed } from "../kernel/feed.ts";
import type { Board } from "../kernel/live.ts";
import type { Mirror } from "../kernel/mirror.ts";
import type { Store } from "../kernel/store.ts";

interface DashboardParts {
  totals: RunningTotals;
  mirror: Mirror;
  store: Store;
  feed: Feed;
  now: () => Date;
}

const guard = { page: "/", flag: "CanView" } as const;

/** The dashboard's figures, asked for and live. */
export function dashboard({ totals, mirror, store, feed, now }: DashboardParts): { calls: Call[]; board: Board } {
  return {
    calls: [
      defineCall(dashboardSummary, async ({ ctx }) => {
        await feed.seen(totalled);
        return { success: true, message: "", ...(await boardFor(ctx.viewer)) };
      }),
    ],
    board: {
      name: "dashboard",
      forDisplays: true,
      moves: (changes, viewer) =>
        changes.some(
          (change) =>
            totalled.includes(change.resource) &&
            (viewer.scope === "all" || concerns(viewer, [paymentSchedule], change)),
        ),
      mayWatch: (viewer) => can(viewer, guard),
      tell: async (viewer: Viewer, emit: Teller) => emit("dashboard", await boardFor(viewer)),
    },
  };

  async function boardFor(viewer: Viewer): Promise<DashboardBoard> {
    return boardOf(await totalsFor(viewer, { totals, store }));
  }

  function boardOf(counted: Totals): DashboardBoard {
    const today = societyToday(now());
    const month = monthOf(today);
    const categories = monthByCategory(counted, month).map((figures) => ({
      ...figures,
      CategoryName: mirror.get(plotCategory, figures.CategoryID)?.CategoryName ?? "",
    }));
    return {
      data: dashboardRows(counted, today),
      year: month.year,
      months: yearByMonth({ totals: counted, year: month.year, today }),
      categories,
      today,
    };
  }
}
