import styled, { css } from "styled-components";
import { typography } from "../theme/theme.ts";
import { type ChartFill, fillBackground } from "./chartStyles.ts";

interface LegendEntry {
  fill: ChartFill;
  label: string;
  /** Drawn as a line with ringed points. */
  line?: boolean;
}

/** Which fill stands for what. */
export function ChartLegend({ entries }: { entries: readonly LegendEntry[] }) {
  return (
    <List>
      {entries.map(({ fill, label, line = false }) => (
        <Entry key={fill}>
          {line ? <Stroke /> : <Swatch $fill={fill} />}
          {label}
        </Entry>
      ))}
    </List>
  );
}

export const Swatch = styled.span.attrs({ "aria-hidden": true })<{ $fill: ChartFill }>`
  ${({ theme: t, $fill }) => css`
    display: inline-block;
    flex: none;
    inline-size: ${t.size.cellPadding};
    block-size: ${t.size.cellPadding};
    background: ${fillBackground(t, $fill)};
    print-color-adjust: exact;
  `}
`;

const List = styled.ul`
  ${typography("meta")}
  ${({ theme: t }) => css`
    display: flex;
    flex-wrap: wrap;
    gap: ${t.space.xs} ${t.space.m};
    color: ${t.color.textMuted};
  `}
`;

const Entry = styled.li`
  display: inline-flex;
  align-items: center;
  gap: ${({ theme }) => theme.space.xs};
`;

const Stroke = styled.span.attrs({ "aria-hidden": true })`
  ${({ theme: t }) => css`
    position: relative;
    inline-size: ${t.size.icon}px;
    border-block-start: ${t.size.ring} solid ${t.color.expense};

    &::after {
      content: "";
      position: absolute;
      inset-block-start: calc(-0.5 * ${t.size.dot}px - ${t.size.ring} / 2);
      inset-inline-start: calc(50% - 0.5 * ${t.size.dot}px);
      inline-size: ${t.size.dot}px;
      block-size: ${t.size.dot}px;
      border: ${t.size.ring} solid ${t.color.expense};
      border-radius: ${t.radius.round};
      background: ${t.color.surface};
    }
  `}
`;
