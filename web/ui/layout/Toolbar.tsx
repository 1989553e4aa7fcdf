import type { ReactNode } from "react";
import styled, { css } from "styled-components";
import { hideInPrint } from "../theme/mixins.ts";

interface ToolbarProps {
  label: string;
  children: ReactNode;
  /** Shown at the end of the bar. */
  end?: ReactNode;
}

/** Search, filters and actions above a table. On phones the actions share the line of the search box. */
export function Toolbar({ label, children, end }: ToolbarProps) {
  return (
    <Bar role="group" aria-label={label}>
      {children}
      {end && <End>{end}</End>}
    </Bar>
  );
}

const End = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: ${({ theme }) => theme.space.s};
  margin-inline-start: auto;
`;

const Bar = styled.div`
  ${({ theme }) => css`
    display: flex;
    flex: none;
    flex-wrap: wrap;
    align-items: center;
    gap: ${theme.space.s};
    min-block-size: ${theme.size.toolbar}px;
    padding: ${theme.space.s} ${theme.size.gutter};

    ${theme.mobile} {
      border-block-end: 1px solid ${theme.color.border};

      &:has(> * > [role="searchbox"]) > :not(:first-child, ${End}) {
        order: 1;
      }
    }
    ${hideInPrint}
  `}
`;
