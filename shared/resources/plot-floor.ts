import { text } from "../fields.ts";
import { defineResource } from "../registry.ts";

/** The floors of plots, such as Ground. Type, category and floor decide which service rate a plot pays. */
export const plotFloor = defineResource({
  name: "plot-floor",
  idField: "FloorID",
  label: "Floor",
  page: {
    id: 7,
    path: "/society-management?tab=plot-floors",
    title: "Plot Floors",
    icon: "layers",
    screen: "plot-floor/PlotFloorsScreen",
  },
  input: { Floor: text("Floor is required") },
  unique: [["Floor"]],
  otherListGuards: "referencing resources",
  cached: true,
});
