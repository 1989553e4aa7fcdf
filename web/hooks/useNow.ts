import { useState } from "react";
import { useInterval } from "./useInterval.ts";

/** The current time, updated each second or at another interval. */
export function useNow(intervalMs = 1_000): Date {
  const [now, setNow] = useState(() => new Date());
  useInterval(() => setNow(new Date()), intervalMs);
  return now;
}
