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
  ${({ theme, $fill }) => css`
    display: inline-block;
    flex: none;
    inline-size: ${theme.size.cellPadding};
    block-size: ${theme.size.cellPadding};
    background: ${fillBackground(theme, $fill)};
    print-color-adjust: exact;
  `}
`;

const List = styled.ul`
  ${typography("meta")}
  ${({ theme }) => css`
    display: flex;
    flex-wrap: wrap;
    gap: ${theme.space.xs} ${theme.space.m};
    color: ${theme.color.textMuted};
  `}
`;

const Entry = styled.li`
  display: inline-flex;
  align-items: center;
  gap: ${({ theme }) => theme.space.xs};
`;

const Stroke = styled.span.attrs({ "aria-hidden": true })`
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
