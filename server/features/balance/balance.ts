import type { z } from "zod";
import { isDebit, toChargeRow } from "../../../shared/domain/adjustments.ts";
import { compareByDueDate } from "../../../shared/domain/row-payments.ts";
import { baseAmount, chargedAmount, outstandingAmount } from "../../../shared/domain/schedule.ts";
import { balance, type houseBalance } from "../../../shared/endpoints/balance.ts";
import { subtractPaisa, sumPaisa, toRupees } from "../../../shared/money.ts";
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

/** The open items and the credit of a house. */
export const feature: Feature = {
  initialize: ({ store }) => ({
    endpointHandlers: [
      defineEndpointHandler(balance, async ({ ctx: { viewer }, params }) => {
        const house = await store.get(plot, parseId(plot, params.PlotID));
        if (!house || !canSeeRow(viewer, plot, house)) throw notFound(plot.label);
        return { success: true, message: "", data: await readBalance(store, house.PlotID) };
      }),
    ],
  }),
};

/** Reads everything from one snapshot, so that an item paid meanwhile is not counted both as due and as credit. */
async function readBalance(store: Store, PlotID: number): Promise<z.output<typeof houseBalance>> {
  let result: z.output<typeof houseBalance> | undefined;
  await readAtSnapshot(store.connection, async (session) => {
    result = await computeBalance(store, PlotID, session);
  });
  if (!result) throw new Error("The balance was not read");
  return result;
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
