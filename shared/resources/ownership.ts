import { equalTo } from "../domain/list-filters.ts";
import { day, optionalRef, ref } from "../fields.ts";
import { defineResource, join, type RowOf } from "../registry.ts";
import { adjustment } from "./adjustment.ts";
import { cnic, ownerDetails, plot } from "./plot.ts";

/**
 * The owners of a plot, one after the other. The current ownership has no `To`; its name and contact equal those of the
 * plot. Only server/services/ownership.ts writes these rows.
 */
export const ownership = defineResource({
  name: "ownership",
  idField: "OwnershipID",
  label: "Ownership",
  titleField: "OwnerName",
  page: plot.guards.list.page,
  verbs: ["list"],
  input: {},
  serverFields: {
    PlotID: ref(plot, "House"),
    ...ownerDetails,
    CNIC: cnic,
    /** The first day; null for the first owner in the books. */
    From: day("From").nullable(),
    /** The last day; null for the current owner. */
    To: day("To").nullable(),
    /** The charge for the transfer that began the ownership; null if there was none. */
    FeeAdjustmentID: optionalRef(adjustment, "Transfer fee"),
  },
  joins: { HouseNo: join("PlotID", plot, "HouseNo") },
  plotField: "PlotID",
  ownershipDateField: "From",
  // An owner whose ownership ended on its first day has the same From as the next one.
  ownershipEndField: "To",
  searchFields: ["HouseNo", "OwnerName", "MobileNo", "LandlineNo", "EmailID"],
  filters: { plot: equalTo("PlotID") },
  monthLock: false,
});

export type Ownership = RowOf<typeof ownership>;
