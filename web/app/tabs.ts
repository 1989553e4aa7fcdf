import { type ComponentType, lazy } from "react";
import { pages } from "../../shared/pages.ts";

type ScreenModule = Readonly<Record<string, ComponentType>>;

/** Loads the module of each screen by its path. Only screens may match: every match becomes a chunk of its own. */
const screenModules = import.meta.glob<ScreenModule>("../features/*/*Screen.tsx");

/** The screen of each tab by the path of its page. Its code is loaded on its first visit. */
export const tabs: Readonly<Record<string, ComponentType>> = Object.fromEntries(
  pages.flatMap(({ path, screen }) => (screen === undefined ? [] : [[path, lazyScreen(screen)]])),
);

/** The component with the name of its file. `screen` is relative to web/features, without .tsx: "plot/PlotsScreen". */
function lazyScreen(screen: string): ComponentType {
  return lazy(async () => {
    const module = await screenModules[`../features/${screen}.tsx`]?.();
    const component = module?.[screen.split("/").at(-1) ?? ""];
    if (!component) throw new Error(`web/features/${screen}.tsx exports no such screen`);
    return { default: component };
  });
}
