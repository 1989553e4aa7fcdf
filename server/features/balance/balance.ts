import type { z } from "zod";
import { type Day, societyDayAt } from "../../../shared/dates.ts";
import { isDebit, toChargeItem } from "../../../shared/domain/adjustments.ts";
import { computeAgeing, type HouseOutstanding, outstandingForOwner } from "../../../shared/domain/ageing.ts";
import { compareByDueDate } from "../../../shared/domain/item-payments.ts";
import { baseAmount, chargedAmount, outstandingAmount } from "../../../shared/domain/schedule.ts";
import { houseBalance, type houseBalanceSchema, outstandingByHouse } from "../../../shared/endpoints/balance.ts";
import { addToSum, type PaisaSum, subtractPaisa, sumPaisa, toPaisa, toRupees, zero } from "../../../shared/money.ts";
import { can, canSeePlot, guardsOf } from "../../../shared/permissions.ts";
import { adjustment } from "../../../shared/resources/adjustment.ts";
import { paymentReceipt } from "../../../shared/resources/payment-receipt.ts";
import { paymentSchedule } from "../../../shared/resources/payment-schedule.ts";
import { plot } from "../../../shared/resources/plot.ts";
import { readAtSnapshot } from "../../database/connection.ts";
import type { Session, Store } from "../../database/store.ts";
import { defineEndpointHandler } from "../../http/endpoint-handler.ts";
import { readCreditByPlot } from "../../services/house-credit.ts";
import { isCountedAdjustment, isCountedInstallment } from "../../services/running-totals.ts";
import { isValidRow } from "../../services/valid-rows.ts";
import { isChangeOfVisiblePlot, readVisibleRow } from "../../services/visible-rows.ts";
import type { Feature } from "../feature.ts";

type Balance = z.output<typeof houseBalanceSchema>;

/** The outstanding amounts of a house that has only credit. */
const nothingOutstanding: HouseOutstanding = { CategoryID: 0, byDueDate: new Map() };

const noCredits: ReadonlyMap<number, PaisaSum> = new Map();

const sourceResources = [paymentSchedule, paymentReceipt, adjustment];

/**
 * The open items and the credit of a house, the balances of all houses, and a live query that signals their changes.
 */
export const feature: Feature = {
  initialize: ({ store, outstandingBalances, changeStream, now }) => ({
    endpointHandlers: [
      defineEndpointHandler(outstandingByHouse, async ({ ctx: { viewer } }) => {
        await changeStream.waitForOwnCommits(sourceResources.map(({ name }) => name));
        const canViewReceipts = can(viewer, paymentReceipt.guards.list);
        const credits = canViewReceipts ? await readCreditByPlot(store) : noCredits;
        const houses = [...new Set([...outstandingBalances.current.keys(), ...credits.keys()])]
          .filter((PlotID) => canSeePlot(viewer, PlotID))
          .map((PlotID) => {
            const house = outstandingBalances.current.get(PlotID) ?? nothingOutstanding;
            return [PlotID, outstandingForOwner(house, viewer.ownedFrom.get(PlotID))] as const;
          });
        const data = computeAgeing(houses, societyDayAt(now())).map(
          ({ PlotID, amounts, overdueCount, oldestDueDate }) => ({
            PlotID,
            Outstanding: toRupees(addToSum(amounts.overdue, amounts.notDueYet)),
            Credit: toRupees(credits.get(PlotID) ?? zero),
            Overdue: toRupees(amounts.overdue),
            OverdueCount: overdueCount,
            OldestDue: oldestDueDate,
          }),
        );
        return { data };
      }),
      defineEndpointHandler(houseBalance, async ({ ctx: { viewer }, params }) => {
        const { PlotID } = await readVisibleRow(store, { viewer, resource: plot, id: params.PlotID });
        const data = await readBalance(store, PlotID, viewer.ownedFrom.get(PlotID));
        return { data };
      }),
    ],
    liveQueries: [
      {
        name: "house-balance",
        dependsOnDay: true,
        isAffectedBy: (changes, viewer) =>
          changes.some((change) => isChangeOfVisiblePlot(viewer, sourceResources, change)),
        canSubscribe: (viewer) => guardsOf(outstandingByHouse).every((guard) => can(viewer, guard)),
        send: async (_viewer, emit) => emit("resync", { resources: ["house-balance"] }),
      },
    ],
  }),
};

/** Reads from one snapshot, so that a payment during the read is not counted as due and as credit at the same time. */
async function readBalance(store: Store, PlotID: number, ownedFrom: Day | undefined): Promise<Balance> {
  const { result } = await readAtSnapshot(store.connection, (session) => computeBalance(store, PlotID, session));
  return ownedFrom === undefined ? result : { ...result, items: mergeEarlierItems(result.items, ownedFrom) };
}

/** Replaces the items from before the current ownership by one opening balance, which shows none of their details. */
function mergeEarlierItems(items: Balance["items"], ownedFrom: Day): Balance["items"] {
  const earlier = items.filter(({ DueDate }) => DueDate < ownedFrom);
  if (earlier.length === 0) return items;
  const Due = toRupees(sumPaisa(earlier.map((item) => toPaisa(item.Due))));
  const opening = {
    kind: "opening",
    id: 0,
    DueDate: ownedFrom,
    Amount: Due,
    PenaltyAmount: 0,
    Received: 0,
    Due,
  } as const;
  return [opening, ...items.filter(({ DueDate }) => DueDate >= ownedFrom)];
}

async function computeBalance(store: Store, PlotID: number, session: Session): Promise<Balance> {
  const installments = (await store.find(paymentSchedule, { PlotID, IsPaid: 0 }, { session })).filter(
    isCountedInstallment,
  );
  const receipts = (await store.find(paymentReceipt, { PlotID, VoidedAt: null }, { session })).filter((row) =>
    isValidRow(paymentReceipt, row),
  );
  const ofHouse = { SettledPlotID: PlotID, VoidedAt: null };
  const adjustments = (await store.find(adjustment, ofHouse, { session })).filter(isCountedAdjustment);
  const items = [
    ...installments.map((row) => ({ kind: "installment" as const, id: row.PaymentScheduleID, row })),
    ...adjustments
      .filter((row) => isDebit(row) && row.IsPaid === 0)
      .map((charge) => ({
        kind: charge.Kind === "opening" ? ("opening" as const) : ("charge" as const),
        id: charge.AdjustmentID,
        row: toChargeItem(charge),
      })),
  ].sort((a, b) => compareByDueDate(a.row, b.row));
  return {
    due: toRupees(sumPaisa(items.map(({ row }) => outstandingAmount(row)))),
    credit: toRupees(sumPaisa([...receipts, ...adjustments].map(({ Credit }) => Credit))),
    items: items.map(({ kind, id, row }) => ({
      kind,
      id,
      DueDate: row.DueDate,
      Amount: toRupees(baseAmount(row)),
      PenaltyAmount: toRupees(subtractPaisa(chargedAmount(row), baseAmount(row))),
      Received: toRupees(row.AmountReceived),
      Due: toRupees(outstandingAmount(row)),
    })),
  };
}
