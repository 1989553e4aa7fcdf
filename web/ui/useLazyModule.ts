import { useState } from "react";
import { useEvent } from "../hooks/useEvent.ts";
import { showToast } from "./toast/Toast.tsx";
import { useUiTexts } from "./UiTexts.tsx";

/** Code that is loaded on first use. `load` shows a toast on failure and resolves to whether `module` is there; it may be retried. */
export function useLazyModule<Module>(importModule: () => Promise<Module>) {
  const { networkError } = useUiTexts();
  const [loaded, setLoaded] = useState<{ module: Module }>();

  const load = useEvent(async () => {
    try {
      const module = await importModule();
      setLoaded({ module });
      return true;
    } catch {
      showToast({ kind: "error", text: networkError });
      return false;
    }
  });
  const preload = useEvent(() => void importModule().catch(() => undefined));
  return { module: loaded?.module, load, preload };
}
