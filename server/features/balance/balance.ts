import type { z } from "zod";
import type { Day } from "../../../shared/dates.ts";
import { isDebit, toChargeRow } from "../../../shared/domain/adjustments.ts";
import { compareByDueDate } from "../../../shared/domain/row-payments.ts";
import { baseAmount, chargedAmount, outstandingAmount } from "../../../shared/domain/schedule.ts";
import { balance, type houseBalance } from "../../../shared/endpoints/balance.ts";
import { subtractPaisa, sumPaisa, toPaisa, toRupees } from "../../../shared/money.ts";
import { canSeeRow } from "../../../shared/permissions.ts";
import { adjustment } from "../../../shared/resources/adjustment.ts";
import { paymentReceipt } from "../../../shared/resources/payment-receipt.ts";
import { paymentSchedule } from "../../../shared/resources/payment-schedule.ts";
import { plot } from "../../../shared/resources/plot.ts";
import { readAtSnapshot } from "../../database/connection.ts";
import type { Session, Store } from "../../database/store.ts";
import { notFound } from "../../errors.ts";
import { defineEndpointHandler } from "../../http/endpoint-handler.ts";
import { parseId } from "../../http/request.ts";
import { isCountedAdjustment, isCountedItem } from "../../services/running-totals.ts";
import { isValidRow } from "../../services/valid-rows.ts";
import type { Feature } from "../feature.ts";

type Balance = z.output<typeof houseBalance>;

/** The open items and the credit of a house. */
export const feature: Feature = {
  initialize: ({ store }) => ({
    endpointHandlers: [
      defineEndpointHandler(balance, async ({ ctx: { viewer }, params }) => {
        const house = await store.get(plot, parseId(plot, params.PlotID));
        if (!house || !canSeeRow(viewer, plot, house)) throw notFound(plot.label);
        return {
          success: true,
          message: "",
          data: await readBalance(store, house.PlotID, viewer.ownedFrom.get(house.PlotID)),
        };
      }),
    ],
  }),
};

/** Reads everything from one snapshot, so that an item paid meanwhile is not counted both as due and as credit. */
async function readBalance(store: Store, PlotID: number, ownedFrom: Day | undefined): Promise<Balance> {
  let result: Balance | undefined;
  await readAtSnapshot(store.connection, async (session) => {
    result = await computeBalance(store, PlotID, session);
  });
  if (!result) throw new Error("The balance was not read");
  return ownedFrom === undefined ? result : { ...result, items: mergeEarlierItems(result.items, ownedFrom) };
}

/**
 * Replaces the items of earlier owners by one opening balance: what the present owner has taken over, without its
 * details.
 */
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

async function computeBalance(store: Store, PlotID: number, session: Session) {
  const installments = (await store.find(paymentSchedule, { PlotID, IsPaid: 0 }, { session })).filter(isCountedItem);
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
        row: toChargeRow(charge),
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
