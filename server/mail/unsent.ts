import { mayHold, type Viewer } from "../../shared/permissions.ts";
import { paymentReceipt } from "../../shared/resources/payment-receipt.ts";
import { plot } from "../../shared/resources/plot.ts";
import type { Mirror } from "../kernel/mirror.ts";
import { among, type Store } from "../kernel/store.ts";
import { isAddress } from "./address.ts";

/** How many receipts are still to be mailed, of those that the viewer may know of; a house without an address waits for none. */
export function countUnsent({
  viewer,
  store,
  mirror,
}: {
  viewer: Viewer;
  store: Store;
  mirror: Mirror;
}): Promise<number> {
  const reachable = [...mirror.all(plot)].filter((house) => isAddress(house.EmailID) && mayHold(viewer, plot, house));
  return store.count(paymentReceipt, {
    IsEmailSent: 0,
    VoidedAt: null,
    ImportKey: "",
    PlotID: among(reachable.map(({ PlotID }) => PlotID)),
  });
}
