import { mayHold, type Viewer } from "../../shared/permissions.ts";
import { paymentReceipt } from "../../shared/resources/payment-receipt.ts";
import { plot } from "../../shared/resources/plot.ts";
import type { Mirror } from "../kernel/mirror.ts";
import { among, type Filter, type Store } from "../kernel/store.ts";
import { isAddress } from "./address.ts";

interface Parts {
  viewer: Viewer;
  store: Store;
  mirror: Mirror;
}

/** Receipts that are still to be mailed; what came from a spreadsheet is long known to who paid it. */
export const unsent: Filter = { IsEmailSent: 0, VoidedAt: null, ImportKey: "" };

/** How many receipts are still to be mailed, of those that the viewer may know of; a house without an address waits for none. */
export function countUnsent({ viewer, store, mirror }: Parts): Promise<number> {
  const reachable = [...mirror.all(plot)].filter((house) => isAddress(house.EmailID) && mayHold(viewer, plot, house));
  return store.count(paymentReceipt, { ...unsent, PlotID: among(reachable.map(({ PlotID }) => PlotID)) });
}
