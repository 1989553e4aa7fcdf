import { societyDayAt } from "../../../shared/dates.ts";
import {
  type AgeingAmounts,
  computeAgeing,
  type HouseAgeing,
  outstandingForOwner,
  sumAgeing,
} from "../../../shared/domain/ageing.ts";
import { type AgeingRecord, ageing } from "../../../shared/endpoints/ageing.ts";
import { groupBy } from "../../../shared/grouping.ts";
import { toRupees } from "../../../shared/money.ts";
import { can, canSeePlot, type Viewer } from "../../../shared/permissions.ts";
import { adjustment } from "../../../shared/resources/adjustment.ts";
import { paymentReceipt } from "../../../shared/resources/payment-receipt.ts";
import { paymentSchedule } from "../../../shared/resources/payment-schedule.ts";
import { plot } from "../../../shared/resources/plot.ts";
import { plotCategory } from "../../../shared/resources/plot-category.ts";
import { defineEndpointHandler } from "../../http/endpoint-handler.ts";
import { isChangeOfVisiblePlot } from "../../services/visible-rows.ts";
import type { Feature, FeatureContributions, FeatureServices } from "../feature.ts";

const sourceResources = [paymentSchedule, adjustment, paymentReceipt, plot, plotCategory];
const sourceResourceNames: readonly string[] = sourceResources.map(({ name }) => name);

export const feature: Feature = { initialize: initializeAgeing };

/** The overdue amounts by house and category, and a live query that signals their changes. */
function initializeAgeing({
  outstandingBalances,
  lastPayments,
  referenceCache,
  store,
  changeStream,
  now,
}: FeatureServices): FeatureContributions {
  return {
    endpointHandlers: [
      defineEndpointHandler(ageing, async ({ ctx: { viewer } }) => {
        await changeStream.waitForOwnCommits(sourceResourceNames);
        return { data: await readAgeing(viewer) };
      }),
    ],
    liveQueries: [
      {
        name: "ageing",
        dependsOnDay: true,
        isAffectedBy: (changes, viewer) =>
          changes.some((change) => isChangeOfVisiblePlot(viewer, sourceResources, change)),
        canSubscribe: (viewer) => can(viewer, { page: "/finance-management?tab=ageing", flag: "CanView" }),
        send: async (_viewer, emit) => emit("resync", { resources: ["ageing"] }),
      },
    ],
  };

  async function readAgeing(viewer: Viewer): Promise<AgeingRecord> {
    const today = societyDayAt(now());
    const houseAgeing = computeAgeing(
      [...outstandingBalances.current]
        .filter(([PlotID]) => canSeePlot(viewer, PlotID))
        .map(([PlotID, house]) => [PlotID, outstandingForOwner(house, viewer.ownedFrom.get(PlotID))]),
      today,
    );
    const overdueHouses = houseAgeing.filter(({ amounts }) => amounts.overdue > 0);
    const lastPaymentDays = await lastPayments.read(
      store,
      overdueHouses.map(({ PlotID }) => PlotID),
    );
    const categories = [...groupBy(houseAgeing, ({ CategoryID }) => CategoryID)].map(([CategoryID, houses]) => ({
      CategoryID,
      CategoryName: referenceCache.get(plotCategory, CategoryID)?.CategoryName ?? "",
      ...sumHouses(houses),
    }));
    return {
      today,
      houses: overdueHouses.flatMap(({ PlotID, CategoryID, amounts, oldestDueDate }) => {
        const house = referenceCache.get(plot, PlotID);
        if (!house || oldestDueDate === null) return [];
        const { HouseNo, OwnerName, MobileNo, EmailID } = house;
        const CategoryName = referenceCache.get(plotCategory, CategoryID)?.CategoryName ?? "";
        const details = { PlotID, HouseNo, OwnerName, CategoryID, CategoryName, MobileNo, EmailID };
        const lastPaymentDay = lastPaymentDays.get(PlotID) ?? null;
        // An owner does not see the payments before their ownership.
        const isVisible = lastPaymentDay !== null && lastPaymentDay >= (viewer.ownedFrom.get(PlotID) ?? "");
        const LastPayment = isVisible ? lastPaymentDay : null;
        return [{ ...details, OldestDue: oldestDueDate, ...ageingToRupees(amounts), LastPayment }];
      }),
      categories: categories.toSorted((a, b) => a.CategoryName.localeCompare(b.CategoryName)),
      total: sumHouses(houseAgeing),
    };
  }
}

/** The sums over these houses, and how many of them have an overdue amount. */
function sumHouses(houses: readonly HouseAgeing[]) {
  const overdueHouses = houses.filter(({ amounts }) => amounts.overdue > 0);
  return { houses: overdueHouses.length, ...ageingToRupees(sumAgeing(houses.map(({ amounts }) => amounts))) };
}

function ageingToRupees({ upTo30, upTo60, upTo90, over90, overdue, notDueYet }: AgeingAmounts) {
  return {
    upTo30: toRupees(upTo30),
    upTo60: toRupees(upTo60),
    upTo90: toRupees(upTo90),
    over90: toRupees(over90),
    due: toRupees(overdue),
    notYet: toRupees(notDueYet),
  };
}
