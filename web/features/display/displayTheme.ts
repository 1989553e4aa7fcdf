import { useMemo, useState } from "react";
import { useWindowEvent } from "../../hooks/useWindowEvent.ts";
import { type Theme, themes } from "../../ui/theme/theme.ts";

/** On a window of this size everything is twice as large as on a desktop. */
const reference = { width: 1920, height: 1080, scale: 2 };
/**
 * The height of a table row in px before scaling. The display has no table, but the year chart takes its height as a
 * number of rows.
 */
const chartRowHeight = 17;

/**
 * The theme of the wall display, with all lengths scaled to the window, so that it is legible from a distance. While
 * the figures are stale, texts and paid amounts are muted.
 */
export function useDisplayTheme(name: Theme["name"], { isStale }: { isStale: boolean }): Theme {
  const [scale, setScale] = useState(computeScale);
  useWindowEvent("resize", () => setScale(computeScale()));
  return useMemo(() => {
    const theme = scaleTheme(themes[name], scale);
    const { textMuted } = theme.color;
    return isStale ? { ...theme, color: { ...theme.color, text: textMuted, accent: textMuted } } : theme;
  }, [name, scale, isStale]);
}

function computeScale(): number {
  return Math.min(window.innerWidth / reference.width, window.innerHeight / reference.height) * reference.scale;
}

function scaleTheme(theme: Theme, scale: number): Theme {
  const { space, radius, font, textSize, textLine, size } = theme;
  return {
    ...theme,
    space: scaleTokens(space, scale),
    radius: scaleTokens(radius, scale),
    font: scaleTokens(font, scale),
    textSize: scaleTokens(textSize, scale),
    textLine: scaleTokens(textLine, scale),
    size: { ...scaleTokens(size, scale), row: chartRowHeight * scale },
  };
}

/** Scales every number and every `px` length in a token group, which keeps its shape. */
function scaleTokens<Tokens>(tokens: Tokens, scale: number): Tokens {
  // Each token is replaced by one of its own type, which the type system cannot follow through the recursion.
  return scaleValue(tokens, scale) as Tokens;
}

function scaleValue(value: unknown, scale: number): unknown {
  if (typeof value === "number") return value * scale;
  if (typeof value === "string") return value.replace(/\d+(\.\d+)?(?=px)/g, (pixels) => String(Number(pixels) * scale));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, scaleValue(each, scale)]));
}
