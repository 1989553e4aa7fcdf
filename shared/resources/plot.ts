import { boolean, optionalEmail, optionalText, ref, text } from "../fields.ts";
import { defineResource, join } from "../registry.ts";
import { plotCategory } from "./plot-category.ts";
import { plotFloor } from "./plot-floor.ts";
import { plotType } from "./plot-type.ts";

export const plot = defineResource({
  name: "plot",
  idField: "PlotID",
  label: "Plot",
  page: {
    number: 3,
    path: "/society-management?tab=plots",
    title: "Plots",
    icon: "home",
    screen: "plot/PlotsScreen",
  },
  input: {
    HouseNo: text("House number is required"),
    CategoryID: ref(plotCategory, "Category is required"),
    TypeID: ref(plotType, "Type is required"),
    FloorID: ref(plotFloor, "Floor is required"),
    OwnerName: text("Owner name is required"),
    LandlineNo: optionalText(),
    MobileNo: optionalText(),
    EmailID: optionalEmail("Invalid email"),
    IsPlotOnly: boolean().default(false),
  },
  joins: {
    CategoryName: join("CategoryID", plotCategory, "CategoryName"),
    TypeName: join("TypeID", plotType, "TypeName"),
    Floor: join("FloorID", plotFloor, "Floor"),
  },
  unique: [["HouseNo"]],
  immutable: ["HouseNo", "CategoryID", "TypeID", "IsPlotOnly"],
  ownerField: "PlotID",
  searchFields: ["HouseNo", "OwnerName", "LandlineNo", "MobileNo", "EmailID"],
  cached: true,
});
