import { useState } from "react";
import { useEvent } from "../hooks/useEvent.ts";
import { t } from "../i18n/t.ts";
import { showToast } from "./toast/Toast.tsx";

/** A part of the screen that is fetched when it is first asked for; `load` may be called again. `bring` says whether it is there. */
export function useLazyModule<Part>(load: () => Promise<Part>) {
  const [held, setHeld] = useState<{ loaded: Part }>();

  const bring = useEvent(async () => {
    try {
      const loaded = await load();
      setHeld({ loaded });
      return true;
    } catch {
      showToast({ kind: "error", text: t("The portal cannot be reached. Check the connection and try again.") });
      return false;
    }
  });
  /** It will be asked for soon. What cannot be fetched is told when it is. */
  const prepare = useEvent(() => void load().catch(() => undefined));
  return { part: held?.loaded, load: bring, preload: prepare };
}
