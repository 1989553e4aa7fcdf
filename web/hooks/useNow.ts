import { useState } from "react";
import { serverNow } from "./serverClock.ts";
import { useInterval } from "./useInterval.ts";

/** The current time by the server's clock, updated each second or at another interval. */
export function useNow(intervalMs = 1_000): Date {
  const [now, setNow] = useState(serverNow);
  useInterval(() => setNow(serverNow()), intervalMs);
  return now;
}
