import { useSyncExternalStore } from "react";
import { type Day, societyDayAt } from "../../shared/dates.ts";
import { serverNow } from "./serverClock.ts";

const checkIntervalMs = 15_000;

/** Today's date in the society's time zone; updated at midnight. */
export function useSocietyToday(): Day {
  return useSyncExternalStore(subscribe, () => societyDayAt(serverNow()));
}

function subscribe(onTick: () => void): () => void {
  const timer = setInterval(onTick, checkIntervalMs);
  return () => clearInterval(timer);
}
