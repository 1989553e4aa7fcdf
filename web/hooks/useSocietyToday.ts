import { useSyncExternalStore } from "react";
import { type Day, societyToday } from "../../shared/dates.ts";

const checkIntervalMs = 15_000;

/** Today's date in the society's time zone; updated at midnight. */
export function useSocietyToday(): Day {
  return useSyncExternalStore(subscribe, () => societyToday(new Date()));
}

function subscribe(onTick: () => void): () => void {
  const timer = setInterval(onTick, checkIntervalMs);
  return () => clearInterval(timer);
}
