import styled, { css } from "styled-components";
import { touchSize, typography } from "../../ui/theme/theme.ts";

interface DateFilterProps {
  label: string;
  /** `YYYY-MM-DD`, or empty. */
  value: string;
  max?: string;
  min?: string;
  onChange(value: string): void;
}

/** A day that narrows a list; none while it is empty. */
export function DateFilter({ label, onChange, ...input }: DateFilterProps) {
  return (
    <DateBox>
      <span>{label}</span>
      <input type="date" {...input} onChange={(event) => onChange(event.target.value)} />
    </DateBox>
  );
}

/** Two days side by side, in a line of their own on the phone. */
export const DateRange = styled.div`
  ${({ theme }) => css`
    display: flex;
    gap: ${theme.space.s};

    ${theme.mobile} {
      inline-size: 100%;
    }
  `}
`;

const DateBox = styled.label`
  ${typography("text")}
  ${({ theme }) => css`
    display: inline-flex;
    align-items: center;
    gap: ${theme.space.xs};
    block-size: ${touchSize(theme.size.button)};
    padding-inline: ${theme.size.cellPadding} ${theme.space.s};
    border: 1px solid ${theme.color.controlBorder};
    border-radius: ${theme.radius.button};
    background: ${theme.color.surface};
    color: ${theme.color.textSubtle};

    &:focus-within {
      border-color: ${theme.color.accent};
      outline: 1px solid ${theme.color.accent};
    }

    input {
      ${typography("text")}
      padding: 0;
      border: 0;
      outline: 0;
      background: none;
      color: ${theme.color.text};
      color-scheme: ${theme.name};
    }

    ${theme.mobile} {
      flex: 1;
      min-inline-size: 0;

      input {
        flex: 1;
        min-inline-size: 0;
      }
    }
  `}
`;
