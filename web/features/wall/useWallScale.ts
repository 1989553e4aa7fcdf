import { useEffect, useState } from "react";
import { scaleFor } from "./wallTheme.ts";

/** How many times as large as on a desk, for the window as it is now. */
export function useWallScale(): number {
  const [times, setTimes] = useState(currentScale);
  useEffect(() => {
    const handleResize = () => setTimes(currentScale());
    window.addEventListener("resize", handleResize);
    return () => window.removeEventListener("resize", handleResize);
  }, []);
  return times;
}

function currentScale(): number {
  return scaleFor({ width: window.innerWidth, height: window.innerHeight });
}
