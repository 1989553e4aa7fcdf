import styled, { css } from "styled-components";
import { touchable, type } from "../../theme.ts";

interface AuditDayProps {
  label: string;
  /** `YYYY-MM-DD`, or empty. */
  value: string;
  max?: string;
  min?: string;
  onChange(value: string): void;
}

/** A day that narrows a list; none while it is empty. */
export function AuditDay({ label, onChange, ...input }: AuditDayProps) {
  return (
    <Frame>
      <span>{label}</span>
      <input type="date" {...input} onChange={(event) => onChange(event.target.value)} />
    </Frame>
  );
}

/** Two days side by side, in a line of their own on the phone. */
export const Days = styled.div`
  ${({ theme: t }) => css`
    display: flex;
    gap: ${t.space.s};

    ${t.phone} {
      inline-size: 100%;
    }
  `}
`;

const Frame = styled.label`
  ${type("text")}
  ${({ theme: t }) => css`
    display: inline-flex;
    align-items: center;
    gap: ${t.space.xs};
    block-size: ${touchable(t.size.button)};
    padding-inline: ${t.size.cellPad} ${t.space.s};
    border: 1px solid ${t.color.ctl};
    border-radius: ${t.radius.button};
    background: ${t.color.surface};
    color: ${t.color.ink3};

    &:focus-within {
      border-color: ${t.color.accent};
      outline: 1px solid ${t.color.accent};
    }

    input {
      ${type("text")}
      padding: 0;
      border: 0;
      outline: 0;
      background: none;
      color: ${t.color.ink};
      color-scheme: ${t.name};
    }

    ${t.phone} {
      flex: 1;
      min-inline-size: 0;

      input {
        flex: 1;
        min-inline-size: 0;
      }
    }
  `}
`;
