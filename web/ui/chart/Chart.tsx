import type { EChartsCoreOption } from "echarts/core";
import { lazy, type ReactNode, Suspense } from "react";
import styled, { css } from "styled-components";
import { typography } from "../theme/theme.ts";
import { waitUntilIdle } from "./untilIdle.ts";

interface ChartProps {
  title: string;
  unit?: string;
  legend?: ReactNode;
  option: EChartsCoreOption;
  /** Height in table rows. */
  heightInRows: number;
  /** The same figures as a table. */
  children: ReactNode;
}

/** A drawing with its title, unit and figures. Time runs left to right in every language. */
export function Chart({ title, unit, legend, option, heightInRows, children }: ChartProps) {
  return (
    <Figure>
      <Caption>
        <Title>{title}</Title>
        <Unit>{unit}</Unit>
        {legend}
      </Caption>
      <Canvas dir="ltr" aria-hidden="true" $rows={heightInRows}>
        <Suspense>
          <LazyCanvas option={option} />
        </Suspense>
      </Canvas>
      {children}
    </Figure>
  );
}

/** It weighs more than the page around it, so that the page is there first. */
const LazyCanvas = lazy(async () => {
  await waitUntilIdle();
  return { default: (await import("./ChartCanvas.tsx")).ChartCanvas };
});

const Figure = styled.figure`
  position: relative;
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

const Canvas = styled.div<{ $rows: number }>`
  block-size: ${({ theme, $rows }) => theme.size.row * $rows}px;
`;
