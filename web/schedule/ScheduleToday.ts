import { useSyncExternalStore } from "react";
import { type Day, societyToday } from "../../shared/dates.ts";

const everyMs = 15_000;

/** The day it is in the society; goes on to the next one under an open screen. */
export function useSocietyToday(): Day {
  return useSyncExternalStore(follow, () => societyToday(new Date()));
}

function follow(onTick: () => void): () => void {
  const timer = setInterval(onTick, everyMs);
  return () => clearInterval(timer);
}
