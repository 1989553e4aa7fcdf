import { useEffect } from "react";
import { useEvent } from "./useEvent.ts";

/** Calls back every `intervalMs`. Does nothing while `intervalMs` is null. */
export function useInterval(callback: () => void, intervalMs: number | null): void {
  const handleTick = useEvent(callback);
  useEffect(() => {
    if (intervalMs === null) return;
    const timer = setInterval(handleTick, intervalMs);
    return () => clearInterval(timer);
  }, [handleTick, intervalMs]);
}
