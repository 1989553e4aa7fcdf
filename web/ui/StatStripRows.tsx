import type { ReactNode } from "react";
import styled, { css } from "styled-components";

export interface StatRow {
  key: string;
  label: string;
  amount: ReactNode;
  tone?: "accent" | "strong" | "quiet";
  /** A double rule under the amount: what follows is not part of the sum. */
  closes?: boolean;
}

export interface StatItem {
  key: string;
  title: string;
  period: string;
  /** Percent, shown with two decimals. */
  recovery: number;
  trend?: { direction: "up" | "down"; difference: string; versus: string };
  rows: readonly StatRow[];
  /** The item in one line, for the phone: "Rs 7,336,100 of Rs 8,661,600". */
  summary: ReactNode;
}

/** Labels and amounts, line by line, the same height in every card. */
export function StatRows({ rows }: { rows: readonly StatRow[] }) {
  return (
    <List>
      {rows.map((row) => (
        <Line key={row.key}>
          <dt>{row.label}</dt>
          <Amount data-tone={row.tone} data-closes={row.closes || undefined}>
            {row.amount}
          </Amount>
        </Line>
      ))}
    </List>
  );
}

const List = styled.dl`
  display: grid;
  gap: ${({ theme }) => theme.space.xs};
`;

const Line = styled.div`
  ${({ theme: t }) => css`
    display: flex;
    align-items: baseline;
    justify-content: space-between;
    gap: ${t.space.s};
    color: ${t.color.ink2};
  `}
`;

const Amount = styled.dd`
  ${({ theme: t }) => css`
    color: ${t.color.ink};
    white-space: nowrap;

    &[data-tone="accent"] {
      color: ${t.color.accent};
      font-weight: 600;
    }

    &[data-tone="strong"] {
      font-weight: 600;
    }

    &[data-tone="quiet"] {
      color: ${t.color.ink2};
    }

    &[data-closes] {
      margin-block-end: ${t.space.xs};
      padding-block-end: ${t.space.xxs};
      border-block-end: ${t.space.hair} double ${t.color.ink};
    }
  `}
`;
