import { totalOutstanding } from "../../../shared/domain/ageing.ts";
import { addBulkAdjustments, type BulkAdjustmentPreview } from "../../../shared/endpoints/adjustment.ts";
import { createMessage } from "../../../shared/messages.ts";
import { addToSum, formatPaisa, subtractFromSum, sumPaisa, toRupees, zero } from "../../../shared/money.ts";
import { account } from "../../../shared/resources/account.ts";
import { adjustment } from "../../../shared/resources/adjustment.ts";
import { paymentReceipt } from "../../../shared/resources/payment-receipt.ts";
import { paymentSchedule } from "../../../shared/resources/payment-schedule.ts";
import { type Plot, plot } from "../../../shared/resources/plot.ts";
import { inArray, type Store } from "../../database/store.ts";
import { invalidField } from "../../errors.ts";
import { defineEndpointHandler, type EndpointHandler } from "../../http/endpoint-handler.ts";
import { assertActiveAccount } from "../../services/accounts.ts";
import { type AdjustmentInput, addAdjustments, assertBookDate, noReferences } from "../../services/adjustments.ts";
import { readCreditByPlot } from "../../services/house-credit.ts";
import type { FeatureServices } from "../feature.ts";

type House = Pick<Plot, "PlotID" | "HouseNo" | "OwnerName">;

/** Adds the same adjustment to several houses in one transaction, or previews what each house would owe. */
export function createBulkAddHandler(services: FeatureServices): EndpointHandler {
  const { store, changeStream } = services;
  return defineEndpointHandler(addBulkAdjustments, async ({ ctx, query, body: { PlotIDs, ...values } }) => {
    const ids = [...new Set(PlotIDs)];
    assertBookDate(values.Date, ctx.today);
    if (query.dryRun) {
      await changeStream.waitForOwnCommits([
        plot.name,
        paymentSchedule.name,
        paymentReceipt.name,
        adjustment.name,
        account.name,
      ]);
      await assertActiveAccount(store, values.AccountID);
      const data = await previewHouses(services, values, await readHouses(store, ids));
      return { ...createMessage("nothing-saved"), data };
    }
    const added = await ctx.withoutGroupCommit().transaction(async (tx) => {
      await readHouses(tx, ids);
      return addAdjustments(
        tx,
        ids.map((PlotID) => ({ ...noReferences, ...values, PlotID })),
      );
    });
    return { ...createMessage("adjustments-added", { count: added.length }), data: added.length };
  });
}

/** The houses, in the order of the ids. Throws 400 for a house that does not exist. */
async function readHouses(source: Pick<Store, "find">, ids: readonly number[]): Promise<House[]> {
  const houses = new Map((await source.find(plot, { PlotID: inArray(ids) })).map((house) => [house.PlotID, house]));
  return ids.map((value) => {
    const house = houses.get(value);
    if (!house) throw invalidField("PlotIDs", createMessage("unknown-name", { label: "House", value }));
    return house;
  });
}

async function previewHouses(
  { store, outstandingBalances }: FeatureServices,
  { Kind, Amount }: Pick<AdjustmentInput, "Kind" | "Amount">,
  houses: readonly House[],
): Promise<BulkAdjustmentPreview> {
  const credits = await readCreditByPlot(
    store,
    houses.map(({ PlotID }) => PlotID),
  );
  const previewed = houses.map(({ PlotID, HouseNo, OwnerName }) => {
    const outstanding = outstandingBalances.current.get(PlotID);
    const due = outstanding ? totalOutstanding(outstanding) : zero;
    const credit = credits.get(PlotID) ?? zero;
    const balance = subtractFromSum(due, credit);
    const refusal =
      Kind === "refund" && Amount > credit ? createMessage("too-much", { amount: formatPaisa(credit) }) : undefined;
    return {
      PlotID,
      HouseNo,
      OwnerName,
      Balance: toRupees(balance),
      BalanceAfter: toRupees(refusal ? balance : addToSum(balance, Amount)),
      ...(refusal && { refusal }),
    };
  });
  const accepted = previewed.filter(({ refusal }) => refusal === undefined);
  return { count: accepted.length, total: toRupees(sumPaisa(accepted.map(() => Amount))), houses: previewed };
}
