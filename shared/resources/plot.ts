import { z } from "zod";
import { field } from "../field-meta.ts";
import { boolean, day, instant, optionalEmail, optionalText, ref, text } from "../fields.ts";
import { defineResource, join, type RowOf } from "../registry.ts";
import { plotCategory } from "./plot-category.ts";
import { plotFloor } from "./plot-floor.ts";
import { plotType } from "./plot-type.ts";

const path = "/society-management?tab=plots";
/** The permission to see CNICs in full. */
export const cnicGuard = { page: path, flag: "CanViewCNIC" } as const;
const invalidCnic = "CNIC must have 13 digits";

/** A CNIC, stored as 12345-1234567-1, or "". Accepts its 13 digits with or without dashes and spaces. */
export const cnic = field(
  optionalText()
    .refine((value) => /^([\s-]*\d){13}[\s-]*$|^$/.test(value), invalidCnic)
    .transform((value) => value.replace(/\D/g, "").replace(/^(\d{5})(\d{7})(\d)$/, "$1-$2-$3"))
    .meta({ description: "13 digits, with or without dashes, or empty" }),
  // The last digit stays visible. It only shows the sex of the holder: odd for men, even for women.
  {
    kind: "text",
    mask: {
      unless: cnicGuard,
      apply: (value) => (value === "" ? "" : `*****-*******-${value.slice(-1)}`),
    },
  },
);

const chooseHousesMessage = "Please select houses";

/** The PlotIDs of a request for several houses. */
export const selectedPlotIds = z
  .array(z.int(chooseHousesMessage).min(1, chooseHousesMessage), chooseHousesMessage)
  .min(1, chooseHousesMessage)
  .max(20_000, chooseHousesMessage);

/** Name and contact of the current owner. */
export const ownerDetails = {
  OwnerName: text("Owner name is required"),
  LandlineNo: optionalText(),
  MobileNo: optionalText(),
  EmailID: optionalEmail("Invalid email"),
};

const input = {
  HouseNo: text("House number is required"),
  CategoryID: ref(plotCategory, "Category is required"),
  TypeID: ref(plotType, "Type is required"),
  FloorID: ref(plotFloor, "Floor is required"),
  ...ownerDetails,
  IsPlotOnly: boolean().default(false),
};

/**
 * The body of POST and PUT: the record and the owner's CNIC, which the ownership stores. An empty CNIC changes nothing.
 */
export const plotBody = z.object({ ...input, CNIC: cnic.transform((value) => value || undefined) });

/** The plots of the society with their current owners. Screens call a plot a house. */
export const plot = defineResource({
  name: "plot",
  idField: "PlotID",
  label: "Plot",
  page: {
    id: 3,
    path,
    title: "Plots",
    icon: "home",
    screen: "plot/PlotsScreen",
    actions: ["View", "Add", "Update", "Delete", "ViewCNIC"],
  },
  input,
  createInput: plotBody,
  serverFields: {
    /** The first day of the current owner; null before the first transfer. */
    OwnedFrom: day("Owned from").nullable(),
    /**
     * When an email address was added to a house without one or, if that is later, when the house was transferred;
     * receipts recorded before are not mailed. Null if the house always had an address and was never transferred.
     */
    EmailSince: instant().nullable(),
  },
  joins: {
    CategoryName: join("CategoryID", plotCategory, "CategoryName"),
    TypeName: join("TypeID", plotType, "TypeName"),
    Floor: join("FloorID", plotFloor, "Floor"),
  },
  unique: [["HouseNo"]],
  immutable: ["HouseNo", "CategoryID", "TypeID", "IsPlotOnly"],
  plotField: "PlotID",
  ownershipDateField: "OwnedFrom",
  searchFields: ["HouseNo", "OwnerName", "LandlineNo", "MobileNo", "EmailID"],
  cached: true,
  monthLock: false,
});

export type Plot = RowOf<typeof plot>;

/** The joined fields of records with a PlotID: house number, owner and category. */
export const plotJoins = {
  HouseNo: join("PlotID", plot, "HouseNo"),
  OwnerName: join("PlotID", plot, "OwnerName"),
  CategoryName: join("PlotID", plot, "CategoryName"),
};
