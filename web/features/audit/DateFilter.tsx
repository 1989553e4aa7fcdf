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
  ${({ theme: t }) => css`
    display: flex;
    gap: ${t.space.s};

    ${t.mobile} {
      inline-size: 100%;
    }
  `}
`;

const DateBox = styled.label`
  ${typography("text")}
  ${({ theme: t }) => css`
    display: inline-flex;
    align-items: center;
    gap: ${t.space.xs};
    block-size: ${touchSize(t.size.button)};
    padding-inline: ${t.size.cellPadding} ${t.space.s};
    border: 1px solid ${t.color.controlBorder};
    border-radius: ${t.radius.button};
    background: ${t.color.surface};
    color: ${t.color.textSubtle};

    &:focus-within {
      border-color: ${t.color.accent};
      outline: 1px solid ${t.color.accent};
    }

    input {
      ${typography("text")}
      padding: 0;
      border: 0;
      outline: 0;
      background: none;
      color: ${t.color.text};
      color-scheme: ${t.name};
    }

    ${t.mobile} {
      flex: 1;
      min-inline-size: 0;

      input {
        flex: 1;
        min-inline-size: 0;
      }
    }
  `}
`;
