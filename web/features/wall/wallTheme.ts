import type { Theme } from "../../theme.ts";

/** At this size of the screen everything is twice as large as on a desk. */
const measured = { width: 1920, height: 1080, times: 2 };
/** A row of the year's chart, in which eight of them stand. */
const chartRow = 17;

/** How many times as large as on a desk a wall of this size shows everything. */
export function timesFor({ width, height }: { width: number; height: number }): number {
  return Math.min(width / measured.width, height / measured.height) * measured.times;
}

/** The theme for a screen that is read from across the room: every length of it so many times as large. */
export function wallTheme(theme: Theme, times: number): Theme {
  const { space, radius, font, textSize, textLine, size } = theme;
  return {
    ...theme,
    space: larger(space, times),
    radius: larger(radius, times),
    font: larger(font, times),
    textSize: larger(textSize, times),
    textLine: larger(textLine, times),
    size: { ...larger(size, times), row: chartRow * times },
  };
}

function larger<Tokens>(tokens: Tokens, times: number): Tokens;
function larger(token: unknown, times: number): unknown {
  if (typeof token === "number") return token * times;
  if (typeof token === "string") return token.replace(/\d+(\.\d+)?(?=px)/g, (pixels) => String(Number(pixels) * times));
  if (typeof token !== "object" || token === null) return token;
  return Object.fromEntries(Object.entries(token).map(([name, value]) => [name, larger(value, times)]));
}
