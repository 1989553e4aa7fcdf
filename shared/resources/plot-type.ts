import { text } from "../fields.ts";
import { defineResource } from "../registry.ts";

/** The types of plots, such as Residential. Type, category and floor decide which service rate a plot pays. */
export const plotType = defineResource({
  name: "plot-type",
  idField: "TypeID",
  label: "Type",
  page: {
    id: 6,
    path: "/society-management?tab=plot-type",
    title: "Plot Types",
    icon: "building",
    screen: "plot-type/PlotTypesScreen",
  },
  input: { TypeName: text("Type name is required") },
  unique: [["TypeName"]],
  otherListGuards: "referencing resources",
  cached: true,
});
