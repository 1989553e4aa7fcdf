import { lazy } from "react";
import { TabPage } from "../../TabPage.tsx";

const screens = {
  plots: lazy(async () => ({ default: (await import("./Plots.tsx")).Plots })),
  "plot-users": lazy(async () => ({ default: (await import("./PlotUsers.tsx")).PlotUsers })),
  "plot-category": lazy(async () => ({ default: (await import("./PlotCategories.tsx")).PlotCategories })),
  "plot-type": lazy(async () => ({ default: (await import("./PlotTypes.tsx")).PlotTypes })),
  "plot-floors": lazy(async () => ({ default: (await import("./PlotFloors.tsx")).PlotFloors })),
};

/** Plots and what they are sorted by. */
export function Society() {
  return <TabPage title="Society Management" screens={screens} />;
}
