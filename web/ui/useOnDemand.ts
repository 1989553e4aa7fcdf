import { useState } from "react";
import { say } from "../lib/language.ts";
import { showToast } from "./Toast.tsx";
import { useHandler } from "./useHandler.ts";

/** A part of the screen that is fetched when it is first asked for; `load` may be called again. `bring` says whether it is there. */
export function useOnDemand<Part>(load: () => Promise<Part>) {
  const [held, setHeld] = useState<{ part: Part }>();

  const bring = useHandler(async () => {
    try {
      const part = await load();
      setHeld({ part });
      return true;
    } catch {
      showToast({ kind: "error", text: say("The portal cannot be reached. Check the connection and try again.") });
      return false;
    }
  });
  /** It will be asked for soon. What cannot be fetched is told when it is. */
  const prepare = useHandler(() => void load().catch(() => undefined));
  return { part: held?.part, bring, prepare };
}
