import type { Day } from "../../shared/dates.ts";
import { bouncedOrReturnedStates } from "../../shared/domain/cheques.ts";
import { canSeeRow, type Viewer } from "../../shared/permissions.ts";
import { paymentReceipt } from "../../shared/resources/payment-receipt.ts";
import { type Plot, plot } from "../../shared/resources/plot.ts";
import type { ReferenceCache } from "../database/reference-cache.ts";
import { type Filter, inArray, type Store, where } from "../database/store.ts";
import { isEmailAddress } from "../mail/message.ts";

interface CountUnsentOptions {
  viewer: Viewer;
  store: Store;
  referenceCache: ReferenceCache;
}

/**
 * Matches receipts that are still to be mailed. Leaves out voided and imported ones, and those of bounced or returned
 * cheques.
 */
export const unsentReceiptsFilter: Filter = {
  IsEmailSent: 0,
  VoidedAt: null,
  ImportKey: "",
  ChequeState: where({ $nin: bouncedOrReturnedStates }),
};

/**
 * Matches the receipts that can be mailed to the current addresses of the houses: the rule of `isMailableReceipt`
 * as a database query.
 */
export function mailableReceiptsFilter(houses: readonly Plot[]): Filter {
  const limitedFilters = houses.flatMap(({ PlotID, OwnedFrom, EmailSince }) =>
    OwnedFrom === null && EmailSince === null
      ? []
      : [
          {
            PlotID,
            ...(OwnedFrom === null ? {} : { PaymentDate: where({ $gte: OwnedFrom }) }),
            ...(EmailSince === null ? {} : { CreatedAt: where({ $gte: EmailSince }) }),
          },
        ],
  );
  const unlimitedHouses = houses.filter(({ OwnedFrom, EmailSince }) => OwnedFrom === null && EmailSince === null);
  const unlimitedFilter = { PlotID: inArray(unlimitedHouses.map(({ PlotID }) => PlotID)) };
  return limitedFilters.length > 0 ? { $or: [unlimitedFilter, ...limitedFilters] } : unlimitedFilter;
}

/**
 * The number of unmailed receipts that the viewer can see and whose house has a valid address; with `until`, of
 * payments up to that day.
 */
export function countUnsentReceipts(
  { viewer, store, referenceCache }: CountUnsentOptions,
  until?: Day,
): Promise<number> {
  const mailableHouses = [...referenceCache.all(plot)].filter(
    (house) => isEmailAddress(house.EmailID) && canSeeRow(viewer, plot, house),
  );
  const conditions = [
    mailableReceiptsFilter(mailableHouses),
    ...(until ? [{ PaymentDate: where({ $lte: until }) }] : []),
  ];
  return store.count(paymentReceipt, { ...unsentReceiptsFilter, $and: conditions });
}
