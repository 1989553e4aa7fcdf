import { useEffect, useState } from "react";
import { ApiError } from "../../api/request.ts";
import { endSession, signInAsDisplay, useSessionState } from "../../api/session.ts";
import { useEvent } from "../../hooks/useEvent.ts";

const renewIntervalMs = 5 * 60_000;
const retryDelayMs = 3_000;

/** Lets this window in by the key of its link, for as long as that counts: it comes again whatever happens. Says whether it was switched off. */
export function useDisplaySession(key: string): boolean {
  const [off, setOff] = useState(false);
  const nobody = useSessionState() === null;

  const enter = useEvent(async (): Promise<number | undefined> => {
    try {
      await signInAsDisplay(key);
      return renewIntervalMs;
    } catch (problem) {
      // Anything else passes: the portal is away, or restarts.
      if (!(problem instanceof ApiError) || problem.status !== 401) return retryDelayMs;
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
    timer = setTimeout(() => void goOn(), nobody ? 0 : renewIntervalMs);
    return () => {
      gone = true;
      clearTimeout(timer);
    };
  }, [nobody, off, enter]);
  return off;
}
