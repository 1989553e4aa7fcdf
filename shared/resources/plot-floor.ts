import { text } from "../fields.ts";
import { defineResource } from "../registry.ts";

export const plotFloor = defineResource({
  name: "plot-floor",
  id: "FloorID",
  label: "Floor",
  page: "/society-management?tab=plot-floors",
  input: { Floor: text("Floor is required") },
  unique: [["Floor"]],
  search: ["Floor"],
  lookup: true,
  mirrored: true,
});
