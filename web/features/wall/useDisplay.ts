import { useEffect, useState } from "react";
import { Problem } from "../../lib/request.ts";
import { endSession, enterAsDisplay, useSessionState } from "../../lib/session.ts";
import { useHandler } from "../../ui/useHandler.ts";

const renewEveryMs = 5 * 60_000;
const againMs = 3_000;

/** Lets this window in by the key of its link, for as long as that counts: it comes again whatever happens. Says whether it was switched off. */
export function useDisplay(key: string): boolean {
  const [off, setOff] = useState(false);
  const nobody = useSessionState() === null;

  const enter = useHandler(async (): Promise<number | undefined> => {
    try {
      await enterAsDisplay(key);
      return renewEveryMs;
    } catch (problem) {
      // Anything else passes: the portal is away, or restarts.
      if (!(problem instanceof Problem) || problem.status !== 401) return againMs;
      endSession();
      setOff(true);
      return undefined;
    }
  });

  // Runs anew when the portal does not know the token any more.
  useEffect(() => {
    if (off) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let gone = false;
    async function goOn() {
      const wait = await enter();
      if (!gone && wait !== undefined) timer = setTimeout(() => void goOn(), wait);
    }
    timer = setTimeout(() => void goOn(), nobody ? 0 : renewEveryMs);
    return () => {
      gone = true;
      clearTimeout(timer);
    };
  }, [nobody, off, enter]);
  return off;
}
