import { text } from "../fields.ts";
import { defineResource } from "../registry.ts";

/** The categories of plots, such as A and R, by which totals and reports are grouped. */
export const plotCategory = defineResource({
  name: "plot-category",
  idField: "CategoryID",
  label: "Category",
  page: {
    id: 5,
    path: "/society-management?tab=plot-category",
    title: "Plot Categories",
    icon: "tag",
    screen: "plot-category/PlotCategoriesScreen",
  },
  input: { CategoryName: text("Category name is required") },
  unique: [["CategoryName"]],
  otherListGuards: "referencing resources",
  cached: true,
});
