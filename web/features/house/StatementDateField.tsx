import styled, { css } from "styled-components";
import { controlStyle } from "../../ui/form/Field.tsx";
import { touchSize } from "../../ui/theme/theme.ts";

interface StatementDateFieldProps {
  label: string;
  value: string;
  /** The day, or nothing once it is cleared. */
  onChange: (day: string) => void;
}

/** One end of the statement. */
export function StatementDateField({ label, value, onChange }: StatementDateFieldProps) {
  return (
    <Label>
      {label}
      <input type="date" value={value} onChange={(event) => onChange(event.target.value)} />
    </Label>
  );
}

const Label = styled.label`
  ${({ theme }) => css`
    display: inline-flex;
    align-items: center;
    gap: ${theme.space.s};
    color: ${theme.color.textMuted};

    ${theme.mobile} {
      flex: 1;
      flex-direction: column;
      align-items: stretch;
      gap: ${theme.space.xs};
    }
  `}

  input {
    ${controlStyle}
    inline-size: auto;
    block-size: ${({ theme }) => touchSize(theme.size.button)};
  }
`;
