import { useEffect, useState } from "react";
import { timesFor } from "./wallTheme.ts";

/** How many times as large as on a desk, for the window as it is now. */
export function useWallTimes(): number {
  const [times, setTimes] = useState(timesNow);
  useEffect(() => {
    const handleResize = () => setTimes(timesNow());
    window.addEventListener("resize", handleResize);
    return () => window.removeEventListener("resize", handleResize);
  }, []);
  return times;
}

function timesNow(): number {
  return timesFor({ width: window.innerWidth, height: window.innerHeight });
}
