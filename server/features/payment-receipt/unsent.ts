import { canSeeRow, type Viewer } from "../../../shared/permissions.ts";
import { paymentReceipt } from "../../../shared/resources/payment-receipt.ts";
import { plot } from "../../../shared/resources/plot.ts";
import type { ReferenceCache } from "../../database/reference-cache.ts";
import { type Filter, inArray, type Store } from "../../database/store.ts";
import { isEmailAddress } from "../../mail/address.ts";

interface CountUnsentOptions {
  viewer: Viewer;
  store: Store;
  referenceCache: ReferenceCache;
}

/** Receipts that are still to be mailed; what came from a spreadsheet is long known to who paid it. */
export const unsentReceipts: Filter = { IsEmailSent: 0, VoidedAt: null, ImportKey: "" };

/** How many receipts are still to be mailed, of those that the viewer may know of; a house without an address waits for none. */
export function countUnsentReceipts({ viewer, store, referenceCache }: CountUnsentOptions): Promise<number> {
  const reachable = [...referenceCache.all(plot)].filter(
    (house) => isEmailAddress(house.EmailID) && canSeeRow(viewer, plot, house),
  );
  return store.count(paymentReceipt, { ...unsentReceipts, PlotID: inArray(reachable.map(({ PlotID }) => PlotID)) });
}
