import type { Theme } from "../theme/theme.ts";

/** What fills a figure: told apart by pattern as well as by colour. */
export type ChartFill = "received" | "due" | "later" | "expenses";

/** Fill of a bar or slice for the drawing. */
export function chartFill(theme: Theme, fill: ChartFill) {
  const { accent, amberSoft, amberFill, surface, borderStrong, expense } = theme.color;
  if (fill === "received") return { color: accent };
  if (fill === "expenses") return { color: expense };
  if (fill === "due") return { color: amberSoft, decal: { ...hatch, color: amberFill } };
  return { color: surface, decal: { ...hatch, color: borderStrong } };
}

/** The same fill as a CSS background, for legends. */
export function fillBackground(theme: Theme, fill: ChartFill): string {
  const { accent, amberSoft, amberFill, surface, borderStrong, expense } = theme.color;
  if (fill === "received") return accent;
  if (fill === "expenses") return expense;
  const [ink, ground] = fill === "due" ? [amberFill, amberSoft] : [borderStrong, surface];
  const { xxs, xs } = theme.space;
  return `repeating-linear-gradient(135deg, ${ink} 0 1px, ${ground} ${xxs} ${xs})`;
}

/** Letters of every chart, from the theme. */
export function chartTextStyle(theme: Theme) {
  const size = Number.parseFloat(theme.textSize.meta);
  return { fontFamily: theme.font.family, fontSize: size, color: theme.color.textSubtle };
}

/** Values on hover: drawn, never HTML, so that a name in them cannot run. */
export function chartTooltip(theme: Theme) {
  const { surface, borderStrong, text, canvas } = theme.color;
  return {
    renderMode: "richText",
    confine: true,
    backgroundColor: surface,
    borderColor: borderStrong,
    textStyle: { ...chartTextStyle(theme), color: text },
    axisPointer: { type: "shadow", z: -1, shadowStyle: { color: canvas } },
  };
}

const hatch = { symbol: "rect", dashArrayX: [1, 0], dashArrayY: [1, 3.5], rotation: -Math.PI / 4 };
