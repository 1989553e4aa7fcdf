import { useEffect, useState } from "react";
import type { Theme } from "../../ui/theme/theme.ts";

/** At this size of the screen everything is twice as large as on a desk. */
const reference = { width: 1920, height: 1080, scale: 2 };
/** A row of the year's chart, in which eight of them stand. */
const chartRowHeight = 17;

/** How many times as large as on a desk a wall of this size shows everything. */
function scaleFor({ width, height }: { width: number; height: number }): number {
  return Math.min(width / reference.width, height / reference.height) * reference.scale;
}

/** The theme for a screen that is read from across the room: every length of it so many times as large. */
export function scaleTheme(theme: Theme, times: number): Theme {
  const { space, radius, font, textSize, textLine, size } = theme;
  return {
    ...theme,
    space: scaleTokens(space, times),
    radius: scaleTokens(radius, times),
    font: scaleTokens(font, times),
    textSize: scaleTokens(textSize, times),
    textLine: scaleTokens(textLine, times),
    size: { ...scaleTokens(size, times), row: chartRowHeight * times },
  };
}

function scaleTokens<Tokens>(tokens: Tokens, times: number): Tokens;
function scaleTokens(token: unknown, times: number): unknown {
  if (typeof token === "number") return token * times;
  if (typeof token === "string") return token.replace(/\d+(\.\d+)?(?=px)/g, (pixels) => String(Number(pixels) * times));
  if (typeof token !== "object" || token === null) return token;
  return Object.fromEntries(Object.entries(token).map(([name, value]) => [name, scaleTokens(value, times)]));
}

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
