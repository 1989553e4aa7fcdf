import { societyToday } from "../../shared/dates.ts";
import { type Ages, agesOf, type HouseAges, sumAges } from "../../shared/domain/ageing.ts";
import { type AgeingRecord, ageing } from "../../shared/endpoints/ageing.ts";
import { groupBy } from "../../shared/group.ts";
import { toRupees } from "../../shared/money.ts";
import { can, mayHold, type Viewer } from "../../shared/permissions.ts";
import { paymentReceipt } from "../../shared/resources/payment-receipt.ts";
import { paymentSchedule } from "../../shared/resources/payment-schedule.ts";
import { plot } from "../../shared/resources/plot.ts";
import { plotCategory } from "../../shared/resources/plot-category.ts";
import { concerns } from "../ground/concerns.ts";
import type { LastPayments } from "../ground/last-payments.ts";
import type { RunningOpenAmounts } from "../ground/open-amounts.ts";
import { type Call, defineCall } from "../kernel/feature.ts";
import type { Feed } from "../kernel/feed.ts";
import type { Board } from "../kernel/live.ts";
import type { Mirror } from "../kernel/mirror.ts";
import type { Store } from "../kernel/store.ts";

interface AgeingParts {
  open: RunningOpenAmounts;
  lastPayments: LastPayments;
  mirror: Mirror;
  store: Store;
  feed: Feed;
  now: () => Date;
}

const shown = [paymentSchedule, paymentReceipt, plot, plotCategory];
const read: readonly string[] = shown.map(({ name }) => name);

/** Who has not paid, asked for; whoever looks at it is told when it has moved. */
export function ageingOf({ open, lastPayments, mirror, store, feed, now }: AgeingParts): {
  calls: Call[];
  board: Board;
} {
  return {
    calls: [
      defineCall(ageing, async ({ ctx: { viewer } }) => {
        await feed.seen(read);
        return { success: true, message: "", data: await recordFor(viewer) };
      }),
    ],
    board: {
      name: "ageing",
      moves: (changes, viewer) => changes.some((change) => concerns(viewer, shown, change)),
      mayWatch: (viewer) => can(viewer, { page: "/finance-management?tab=ageing", flag: "CanView" }),
      tell: async (_viewer, emit) => emit("resync", { resources: ["ageing"] }),
    },
  };

  async function recordFor(viewer: Viewer): Promise<AgeingRecord> {
    const today = societyToday(now());
    const all = agesOf(
      [...open.current].filter(([PlotID]) => mayHold(viewer, plot, { PlotID })),
      today,
    );
    const behind = all.filter(({ ages }) => ages.due > 0);
    const last = await lastPayments.of(
      store,
      behind.map(({ PlotID }) => PlotID),
    );
    const categories = [...groupBy(all, ({ CategoryID }) => CategoryID)].map(([CategoryID, houses]) => ({
      CategoryID,
      CategoryName: mirror.get(plotCategory, CategoryID)?.CategoryName ?? "",
      ...summed(houses),
    }));
    return {
      today,
      houses: behind.flatMap(({ PlotID, CategoryID, ages, oldest }) => {
        const house = mirror.get(plot, PlotID);
        if (!house || oldest === null) return [];
        const { HouseNo, OwnerName, MobileNo, EmailID } = house;
        const CategoryName = mirror.get(plotCategory, CategoryID)?.CategoryName ?? "";
        const told = { PlotID, HouseNo, OwnerName, CategoryID, CategoryName, MobileNo, EmailID, OldestDue: oldest };
        return [{ ...told, ...inRupees(ages), LastPayment: last.get(PlotID) ?? null }];
      }),
      categories: categories.toSorted((a, b) => a.CategoryName.localeCompare(b.CategoryName)),
      total: summed(all),
    };
  }
}

/** `houses` are those of which something has fallen due. */
function summed(houses: readonly HouseAges[]) {
  const behind = houses.filter(({ ages }) => ages.due > 0);
  return { houses: behind.length, ...inRupees(sumAges(houses.map(({ ages }) => ages))) };
}

function inRupees({ upTo30, upTo60, upTo90, over90, due, notYet }: Ages) {
  return {
    upTo30: toRupees(upTo30),
    upTo60: toRupees(upTo60),
    upTo90: toRupees(upTo90),
    over90: toRupees(over90),
    due: toRupees(due),
    notYet: toRupees(notYet),
  };
}
