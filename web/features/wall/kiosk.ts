import { useEffect, useState } from "react";
import { useEvent } from "../../hooks/useEvent.ts";
import { useConnection } from "../../live/useConnectionState.ts";

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

const checkIntervalMs = 30 * 60_000;
const busyRetryMs = 20_000;
const attemptedBuildKey = "wall build";

/** Loads the page anew when the portal has a newer one, as soon as `idle`; nobody stands by who could. */
export function useReloadOnNewBuild(idle: () => boolean): void {
  const { kind } = useConnection();
  const live = kind === "live";
  const isIdle = useEvent(idle);
  useEffect(() => {
    if (!live) return;
    let timer: ReturnType<typeof setTimeout>;
    let gone = false;
    async function look() {
      const newer = await findNewerBuild();
      if (gone) return;
      timer = setTimeout(() => void look(), newer ? busyRetryMs : checkIntervalMs);
      if (!newer || !isIdle()) return;
      // Once for each: a page that some cache goes on handing out is not fetched for ever.
      sessionStorage.setItem(attemptedBuildKey, newer);
      location.reload();
    }
    void look();
    return () => {
      gone = true;
      clearTimeout(timer);
    };
  }, [live, isIdle]);
}

/** The portal's script where it is another than this page's, and is to be had. */
async function findNewerBuild(): Promise<string | undefined> {
  try {
    const own = findEntryScript(document);
    const page = await fetch("/", { cache: "no-store" });
    const there = findEntryScript(new DOMParser().parseFromString(await page.text(), "text/html"));
    if (!page.ok || !there || there === own || there === sessionStorage.getItem(attemptedBuildKey)) return undefined;
    return (await fetch(there)).ok ? there : undefined;
  } catch {
    return undefined;
  }
}

function findEntryScript(page: Document): string | null | undefined {
  return page.querySelector('script[type="module"]')?.getAttribute("src");
}

const pointerIdleAfterMs = 3_000;

/** Has the pointer not been moved for a while? */
export function useIsPointerIdle(): boolean {
  const [rests, setRests] = useState(false);
  useEffect(() => {
    let timer = setTimeout(() => setRests(true), pointerIdleAfterMs);
    function handleMove() {
      setRests(false);
      clearTimeout(timer);
      timer = setTimeout(() => setRests(true), pointerIdleAfterMs);
    }
    window.addEventListener("pointermove", handleMove);
    return () => {
      clearTimeout(timer);
      window.removeEventListener("pointermove", handleMove);
    };
  }, []);
  return rests;
}
