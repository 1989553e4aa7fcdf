import styled, { css } from "styled-components";
import { touchable } from "../../theme.ts";
import { controlStyle } from "../../ui/Field.tsx";

interface StatementDayProps {
  label: string;
  value: string;
  /** The day, or nothing once it is cleared. */
  onChange: (day: string) => void;
}

/** One end of the statement. */
export function StatementDay({ label, value, onChange }: StatementDayProps) {
  return (
    <Frame>
      {label}
      <input type="date" value={value} onChange={(event) => onChange(event.target.value)} />
    </Frame>
  );
}

const Frame = styled.label`
  ${({ theme: t }) => css`
    display: inline-flex;
    align-items: center;
    gap: ${t.space.s};
    color: ${t.color.ink2};

    ${t.phone} {
      flex: 1;
      flex-direction: column;
      align-items: stretch;
      gap: ${t.space.xs};
    }
  `}

  input {
    ${controlStyle}
    inline-size: auto;
    block-size: ${({ theme }) => touchable(theme.size.button)};
  }
`;
