import { useEffect } from "react";

/** Keeps the screen from going dark, as far as the browser lets it; asked for again whenever the page is seen again. */
export function useWakeLock(): void {
  useEffect(() => {
    let lock: WakeLockSentinel | undefined;
    let gone = false;
    async function hold() {
      if (document.hidden || (lock && !lock.released)) return;
      try {
        // Not there where the portal is not reached over https.
        const held = await navigator.wakeLock?.request("screen");
        if (gone) await held?.release();
        else lock = held;
      } catch {
        // An empty battery, or the page was hidden meanwhile: asked for again when it is seen.
      }
    }
    const handleSight = () => void hold();
    void hold();
    document.addEventListener("visibilitychange", handleSight);
    return () => {
      gone = true;
      document.removeEventListener("visibilitychange", handleSight);
      void lock?.release().catch(() => undefined);
    };
  }, []);
}
