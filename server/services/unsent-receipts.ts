import type { Day } from "../../shared/dates.ts";
import { canSeeRow, type Viewer } from "../../shared/permissions.ts";
import type { RowOf } from "../../shared/registry.ts";
import { paymentReceipt } from "../../shared/resources/payment-receipt.ts";
import { plot } from "../../shared/resources/plot.ts";
import type { ReferenceCache } from "../database/reference-cache.ts";
import { type Filter, inArray, type Store, where } from "../database/store.ts";
import { isEmailAddress } from "../mail/message.ts";

type House = RowOf<typeof plot>;

interface CountUnsentOptions {
  viewer: Viewer;
  store: Store;
  referenceCache: ReferenceCache;
}

/** Receipts that are not mailed yet, without voided and imported ones. */
export const unsentReceipts: Filter = { IsEmailSent: 0, VoidedAt: null, ImportKey: "" };

/** The receipts of the houses' present owners. Those of earlier owners are no longer mailed: the address is another's. */
export function presentOwnersReceipts(houses: readonly House[]): Filter {
  const since = houses.flatMap(({ PlotID, OwnedFrom }) =>
    OwnedFrom === null ? [] : [{ PlotID, PaymentDate: where({ $gte: OwnedFrom }) }],
  );
  const others = houses.filter(({ OwnedFrom }) => OwnedFrom === null).map(({ PlotID }) => PlotID);
  return since.length > 0 ? { $or: [{ PlotID: inArray(others) }, ...since] } : { PlotID: inArray(others) };
}

/**
 * The number of unmailed receipts that the viewer can see and whose house has a valid address; with `until`, of payments
 * up to that day.
 */
export function countUnsentReceipts(
  { viewer, store, referenceCache }: CountUnsentOptions,
  until?: Day,
): Promise<number> {
  const mailableHouses = [...referenceCache.all(plot)].filter(
    (house) => isEmailAddress(house.EmailID) && canSeeRow(viewer, plot, house),
  );
  const conditions = [
    presentOwnersReceipts(mailableHouses),
    ...(until ? [{ PaymentDate: where({ $lte: until }) }] : []),
  ];
  return store.count(paymentReceipt, { ...unsentReceipts, $and: conditions });
}
