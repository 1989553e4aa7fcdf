import { type ComponentType, lazy, useState } from "react";
import type { PreloadableScreen } from "./screens.ts";

/** Shows a screen as soon as its code is there: at once where it has come before, as React holds back what it had to wait for. */
export function preloadableLazy({ preload, getLoaded }: PreloadableScreen): ComponentType {
  const Lazy = lazy(async () => ({ default: await preload() }));
  return function Late() {
    // Chosen once, as another component would begin anew.
    const [Chosen] = useState<ComponentType>(() => getLoaded() ?? Lazy);
    return <Chosen />;
  };
}
