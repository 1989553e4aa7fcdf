import type { ReactNode } from "react";
import styled, { css } from "styled-components";

/** Layout of Facts, one per line. */
export const FactList = styled.dl`
  ${({ theme }) => css`
    display: grid;
    grid-template-columns: fit-content(40%) minmax(0, 1fr);
    gap: ${theme.space.s} ${theme.space.l};

    dt {
      color: ${theme.color.textMuted};
    }

    dd {
      overflow-wrap: anywhere;
    }
  `}
`;

/** A label and its value, or a dash if there is none. */
export function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <>
      <dt>{label}</dt>
      <dd>{children || children === 0 ? children : "—"}</dd>
    </>
  );
}
