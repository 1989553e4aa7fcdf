import type { ReactNode } from "react";
import styled, { css } from "styled-components";

export interface AmountRow {
  key: string;
  label: string;
  amount: ReactNode;
  tone?: "accent" | "strong" | "muted";
  /** Draws a double line below the row: the following rows are not part of the sum. */
  isTotal?: boolean;
}

/** A list of labels with amounts or counts, one per line. */
export function AmountList({ rows }: { rows: readonly AmountRow[] }) {
  return (
    <List>
      {rows.map((row) => (
        <Row key={row.key}>
          <dt>{row.label}</dt>
          <Amount data-tone={row.tone} data-total={row.isTotal || undefined}>
            {row.amount}
          </Amount>
        </Row>
      ))}
    </List>
  );
}

const List = styled.dl`
  display: grid;
  gap: ${({ theme }) => theme.space.xs};
`;

const Row = styled.div`
  ${({ theme }) => css`
    display: flex;
    align-items: baseline;
    justify-content: space-between;
    gap: ${theme.space.s};
    color: ${theme.color.textMuted};
  `}
`;

const Amount = styled.dd`
  ${({ theme }) => css`
    color: ${theme.color.text};
    white-space: nowrap;

    &[data-tone="accent"] {
      color: ${theme.color.accent};
      font-weight: 600;
    }

    &[data-tone="strong"] {
      font-weight: 600;
    }

    &[data-tone="muted"] {
      color: ${theme.color.textMuted};
    }

    &[data-total] {
      margin-block-end: ${theme.space.xs};
      padding-block-end: ${theme.space.xxs};
      border-block-end: ${theme.size.thickBorder} double ${theme.color.text};
    }
  `}
`;
