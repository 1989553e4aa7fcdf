import styled, { css } from "styled-components";
import { hideInPrint } from "../theme/GlobalStyle.tsx";
import { typography } from "../theme/theme.ts";

/** Work that is under way, over what it changes: its name, its bar, its counts. */
export const ProgressStrip = styled.div`
  ${typography("text")}
  ${({ theme }) => css`
    display: flex;
    flex: none;
    flex-wrap: wrap;
    align-items: center;
    gap: ${theme.space.s} ${theme.space.m};
    padding: ${theme.space.s} ${theme.size.gutter};
    background: ${theme.color.canvas};

    > [role="img"] {
      min-inline-size: 6em;
      max-inline-size: 24em;
    }
    ${hideInPrint}
  `}
`;

/** What of it went wrong. */
export const ProgressErrors = styled.span`
  color: ${({ theme }) => theme.color.red};
`;
