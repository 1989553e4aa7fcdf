import { useState } from "react";
import { useInterval } from "./useInterval.ts";

/** The current time, updated each second. */
export function useNow(): Date {
  const [now, setNow] = useState(() => new Date());
  useInterval(() => setNow(new Date()), 1_000);
  return now;
}
