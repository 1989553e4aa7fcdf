import { useEffect, useState } from "react";
import { useEvent } from "../../hooks/useEvent.ts";
import { useConnectionState } from "../../live/connection.ts";

/** Keeps the screen on where the browser supports it; requests the lock again whenever the page becomes visible. */
export function useWakeLock(): void {
  useEffect(() => {
    let lock: WakeLockSentinel | undefined;
    let cancelled = false;
    async function requestLock() {
      if (document.hidden || (lock && !lock.released)) return;
      try {
        // Undefined on pages that are not served over https.
        const granted = await navigator.wakeLock?.request("screen");
        if (cancelled) await granted?.release();
        else lock = granted;
      } catch {
        // Refused on low battery or for a hidden page: requested again when the page becomes visible.
      }
    }
    const handleVisibilityChange = () => void requestLock();
    void requestLock();
    document.addEventListener("visibilitychange", handleVisibilityChange);
    return () => {
      cancelled = true;
      document.removeEventListener("visibilitychange", handleVisibilityChange);
      void lock?.release().catch(() => undefined);
    };
  }, []);
}

const checkIntervalMs = 30 * 60_000;
const busyRetryMs = 20_000;
/** In sessionStorage: the build for which the page was reloaded last. */
const attemptedBuildKey = "wall build";

/** Reloads the page when the server serves a newer build, as soon as `isIdle` returns true. */
export function useReloadOnNewBuild(isIdle: () => boolean): void {
  const isLive = useConnectionState().kind === "live";
  const checkIdle = useEvent(isIdle);
  useEffect(() => {
    if (!isLive) return;
    let timer: ReturnType<typeof setTimeout>;
    let cancelled = false;
    async function check() {
      const newBuild = await findNewBuild();
      if (cancelled) return;
      timer = setTimeout(() => void check(), newBuild ? busyRetryMs : checkIntervalMs);
      if (!newBuild || !checkIdle()) return;
      // One attempt for each build: a proxy that serves a cached old page must not cause endless reloads.
      sessionStorage.setItem(attemptedBuildKey, newBuild);
      location.reload();
    }
    void check();
    return () => {
      cancelled = true;
      clearTimeout(timer);
    };
  }, [isLive, checkIdle]);
}

/** The URL of the entry script that the server serves now, if it differs from this page's and can be loaded. */
async function findNewBuild(): Promise<string | undefined> {
  try {
    const response = await fetch("/", { cache: "no-store" });
    const servedScript = findEntryScript(new DOMParser().parseFromString(await response.text(), "text/html"));
    if (!response.ok || !servedScript || servedScript === findEntryScript(document)) return undefined;
    if (servedScript === sessionStorage.getItem(attemptedBuildKey)) return undefined;
    return (await fetch(servedScript)).ok ? servedScript : undefined;
  } catch {
    return undefined;
  }
}

function findEntryScript(page: Document): string | null | undefined {
  return page.querySelector('script[type="module"]')?.getAttribute("src");
}

const pointerIdleAfterMs = 3_000;

/** True once the pointer has not moved for a few seconds. */
export function useIsPointerIdle(): boolean {
  const [isIdle, setIdle] = useState(false);
  useEffect(() => {
    let timer = setTimeout(() => setIdle(true), pointerIdleAfterMs);
    function handleMove() {
      setIdle(false);
      clearTimeout(timer);
      timer = setTimeout(() => setIdle(true), pointerIdleAfterMs);
    }
    window.addEventListener("pointermove", handleMove);
    return () => {
      clearTimeout(timer);
      window.removeEventListener("pointermove", handleMove);
    };
  }, []);
  return isIdle;
}
