import type { ReactNode } from "react";
import styled, { css } from "styled-components";
import { hideInPrint } from "../theme/mixins.ts";

interface ToolbarProps {
  label: string;
  children?: ReactNode;
  /** Shown at the end of the bar. */
  end?: ReactNode;
  /** For a bar inside a line that has the padding. On phones it keeps its own, because it is in no such line there. */
  withoutPadding?: boolean;
}

/** Search, filters and actions above a table. On phones filters that are not in a sheet have a line of their own. */
export function Toolbar({ label, children, end, withoutPadding = false }: ToolbarProps) {
  return (
    <Bar role="group" aria-label={label} $withoutPadding={withoutPadding}>
      {children}
      {end && <End>{end}</End>}
    </Bar>
  );
}

/** On phones its buttons share the lines with the search box and the filters. */
const End = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: ${({ theme }) => theme.space.s};
  margin-inline-start: auto;

  ${({ theme }) => theme.mobile} {
    display: contents;
  }
`;

const Bar = styled.div<{ $withoutPadding: boolean }>`
  ${({ theme, $withoutPadding }) => css`
    display: flex;
    flex: ${$withoutPadding ? 1 : "none"};
    flex-wrap: wrap;
    align-items: center;
    gap: ${theme.space.s};
    min-block-size: ${$withoutPadding ? 0 : `${theme.size.toolbar}px`};
    padding: ${$withoutPadding ? 0 : `${theme.space.s} ${theme.size.gutter}`};

    ${theme.mobile} {
      flex: none;
      min-block-size: 0;
      padding: ${theme.space.xxs} ${theme.size.gutter};
      border-block-end: 1px solid ${theme.color.border};

      &:has(> * > [role="searchbox"]) > :not(:first-child, button, ${End}) {
        order: 1;
      }
    }
    ${hideInPrint}
  `}
`;
