import { day, ref } from "../fields.ts";
import { defineResource, join, type RowOf } from "../registry.ts";
import { cnic, ownerDetails, plot } from "./plot.ts";

/**
 * The owners of a plot, one after the other. The present one has no `To`; its name and contact are those of the plot.
 * Written by server/services/ownership.ts only.
 */
export const ownership = defineResource({
  name: "ownership",
  idField: "OwnershipID",
  label: "Ownership",
  titleField: "OwnerName",
  page: plot.guards.list.page,
  verbs: ["list"],
  input: {},
  computed: {
    PlotID: ref(plot, "House"),
    ...ownerDetails,
    CNIC: cnic,
    /** The first day; null for the first owner in the books. */
    From: day("From").nullable(),
    /** The last day; null for the present owner. */
    To: day("To").nullable(),
  },
  joins: { HouseNo: join("PlotID", plot, "HouseNo") },
  ownerField: "PlotID",
  ownershipDateField: "From",
  searchFields: ["HouseNo", "OwnerName", "MobileNo", "LandlineNo", "EmailID"],
  filters: { plot: { field: "PlotID", range: (plot) => [plot, plot] } },
});

export type Ownership = RowOf<typeof ownership>;
