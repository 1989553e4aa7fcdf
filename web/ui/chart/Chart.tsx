import type { EChartsCoreOption } from "echarts/core";
import { type ReactNode, Suspense } from "react";
import styled, { css } from "styled-components";
import { lazyPart } from "../../hooks/lazyPart.ts";
import { waitUntilIdle } from "../../hooks/waitUntilIdle.ts";
import { type Theme, typography } from "../theme/theme.ts";

interface ChartProps {
  title: string;
  unit?: string;
  legend?: ReactNode;
  option: EChartsCoreOption;
  /** Height in table rows. */
  heightInRows: number;
  /** Called with the index of the category or slice that is clicked. Must be stable. */
  onSelect?: ((index: number) => void) | undefined;
  /** The same values as a table, which screen readers need. */
  children: ReactNode;
}

/** A chart with title, unit and legend. The drawing is left-to-right in every language. */
export function Chart({ title, unit, legend, option, heightInRows, onSelect, children }: ChartProps) {
  return (
    <Figure>
      <Caption>
        <Title>{title}</Title>
        <Unit>{unit}</Unit>
        {legend}
      </Caption>
      <Canvas dir="ltr" aria-hidden="true" $rows={heightInRows}>
        <Suspense>
          <LazyCanvas option={option} onSelect={onSelect} />
        </Suspense>
      </Canvas>
      {children}
    </Figure>
  );
}

/** Loads ECharts when the browser is idle, because it is larger than the rest of the page. */
const LazyCanvas = lazyPart(async () => {
  await waitUntilIdle();
  return (await import("./ChartCanvas.tsx")).ChartCanvas;
});

interface LegendEntry {
  fill: ChartFill;
  label: string;
  isLine?: boolean;
}

/** The name of each series beside its fill. */
export function ChartLegend({ entries }: { entries: readonly LegendEntry[] }) {
  return (
    <LegendList>
      {entries.map(({ fill, label, isLine }) => (
        <LegendItem key={fill}>
          {isLine ? <LineSample /> : <Swatch $fill={fill} />}
          {label}
        </LegendItem>
      ))}
    </LegendList>
  );
}

/** The fill of a series. The patterns distinguish series for people who do not see the colours. */
export type ChartFill = "accent" | "amberHatch" | "greyHatch" | "grey";

/** A fill as an ECharts item style. */
export function toItemStyle(theme: Theme, fill: ChartFill) {
  const { accent, amberSoft, amberFill, surface, borderStrong, expense } = theme.color;
  return {
    accent: { color: accent },
    grey: { color: expense },
    amberHatch: { color: amberSoft, decal: { ...hatchPattern, color: amberFill } },
    greyHatch: { color: surface, decal: { ...hatchPattern, color: borderStrong } },
  }[fill];
}

/** A fill as a CSS background. */
function fillToBackground(theme: Theme, fill: ChartFill): string {
  const { color, decal } = { decal: undefined, ...toItemStyle(theme, fill) };
  const { xxs, xs } = theme.space;
  return decal ? `repeating-linear-gradient(135deg, ${decal.color} 0 1px, ${color} ${xxs} ${xs})` : color;
}

export function createChartTextStyle(theme: Theme) {
  const size = Number.parseFloat(theme.textSize.meta);
  return { fontFamily: theme.font.family, fontSize: size, color: theme.color.textSubtle };
}

/** Base style of tooltips. Uses ECharts' rich text instead of HTML, so that names cannot inject markup. */
export function createTooltipStyle(theme: Theme) {
  const { surface, borderStrong, text, canvas } = theme.color;
  return {
    renderMode: "richText",
    confine: true,
    backgroundColor: surface,
    borderColor: borderStrong,
    textStyle: { ...createChartTextStyle(theme), color: text },
    axisPointer: { type: "shadow", z: -1, shadowStyle: { color: canvas } },
  };
}

const hatchPattern = { symbol: "rect", dashArrayX: [1, 0], dashArrayY: [1, 3.5], rotation: -Math.PI / 4 };

const Figure = styled.figure`
  position: relative;
  display: flex;
  flex-direction: column;
  margin: 0;
`;

const Caption = styled.figcaption`
  ${({ theme }) => css`
    display: flex;
    flex-wrap: wrap;
    align-items: baseline;
    gap: ${theme.space.xs};
    margin-block-end: ${theme.space.s};
  `}
`;

const Title = styled.h2`
  ${typography("strong")}
`;

const Unit = styled.span`
  flex: 1;
  color: ${({ theme }) => theme.color.textSubtle};
`;

/** Higher where a layout stretches the figure. */
const Canvas = styled.div<{ $rows: number }>`
  display: grid;
  grid-template: minmax(0, 1fr) / minmax(0, 1fr);
  min-block-size: 0;
  flex: 1 0 ${({ theme, $rows }) => theme.size.row * $rows}px;
`;

/** A square with the fill of a series. */
export const Swatch = styled.span.attrs({ "aria-hidden": true })<{ $fill: ChartFill }>`
  ${({ theme, $fill }) => css`
    display: inline-block;
    flex: none;
    inline-size: ${theme.size.cellPadding};
    block-size: ${theme.size.cellPadding};
    background: ${fillToBackground(theme, $fill)};
    print-color-adjust: exact;
  `}
`;

const LegendList = styled.ul`
  ${typography("meta")}
  ${({ theme }) => css`
    display: flex;
    flex-wrap: wrap;
    gap: ${theme.space.xs} ${theme.space.m};
    color: ${theme.color.textMuted};
  `}
`;

const LegendItem = styled.li`
  display: inline-flex;
  align-items: center;
  gap: ${({ theme }) => theme.space.xs};
`;

const LineSample = styled.span.attrs({ "aria-hidden": true })`
  ${({ theme }) => css`
    position: relative;
    inline-size: ${theme.size.icon}px;
    border-block-start: ${theme.size.ring} solid ${theme.color.expense};

    &::after {
      content: "";
      position: absolute;
      inset-block-start: calc(-0.5 * ${theme.size.dot}px - ${theme.size.ring} / 2);
      inset-inline-start: calc(50% - 0.5 * ${theme.size.dot}px);
      inline-size: ${theme.size.dot}px;
      block-size: ${theme.size.dot}px;
      border: ${theme.size.ring} solid ${theme.color.expense};
      border-radius: ${theme.radius.round};
      background: ${theme.color.surface};
    }
  `}
`;
