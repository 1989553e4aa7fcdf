import { useSyncExternalStore } from "react";
import { type Day, societyToday } from "../../shared/dates.ts";

const checkIntervalMs = 15_000;

/** The day it is in the society; goes on to the next one under an open screen. */
export function useSocietyToday(): Day {
  return useSyncExternalStore(subscribe, () => societyToday(new Date()));
}

function subscribe(onTick: () => void): () => void {
  const timer = setInterval(onTick, checkIntervalMs);
  return () => clearInterval(timer);
}
