import { societyToday } from "../../shared/dates.ts";

const checkIntervalMs = 1_000;

/**
 * Calls back within a second after a society day has begun. Compares days instead of waiting until midnight, so that it
 * also notices when the machine has slept or the clock was set. Returns a function that stops it.
 */
export function onNewDay({ now, handle }: { now: () => Date; handle: () => void }): () => void {
  let today = societyToday(now());
  const timer = setInterval(() => {
    const day = societyToday(now());
    if (day === today) return;
    today = day;
    handle();
  }, checkIntervalMs).unref();
  return () => clearInterval(timer);
}
