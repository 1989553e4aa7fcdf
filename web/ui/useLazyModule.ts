import { useState } from "react";
import { useEvent } from "../hooks/useEvent.ts";
import { showToast } from "./toast/Toast.tsx";
import { useUiTexts } from "./uiTexts.ts";

/**
 * Loads code on first use. `load` resolves to true when `module` is available; on failure it shows a toast, resolves to
 * false, and may be called again.
 */
export function useLazyModule<Module>(importModule: () => Promise<Module>) {
  const { describeLoadFailure } = useUiTexts();
  // In an object, because React would call a module that is a function as a state updater.
  const [loaded, setLoaded] = useState<{ module: Module }>();

  const load = useEvent(async () => {
    try {
      const module = await importModule();
      setLoaded({ module });
      return true;
    } catch {
      showToast(await describeLoadFailure());
      return false;
    }
  });
  const preload = useEvent(() => void importModule().catch(() => undefined));
  return { module: loaded?.module, load, preload };
}
