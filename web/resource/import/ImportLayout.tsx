import styled, { css } from "styled-components";
import { typography } from "../../ui/theme/theme.ts";

/** The buttons at the end of a step. */
export const ImportActions = styled.div`
  ${({ theme }) => css`
    display: flex;
    flex-wrap: wrap;
    justify-content: flex-end;
    gap: ${theme.space.s};
    margin-block-start: ${theme.space.l};

    ${theme.mobile} {
      > * {
        flex: 1;
      }
    }
  `}
`;

export const ImportHint = styled.p`
  ${typography("meta")}
  ${({ theme }) => css`
    color: ${theme.color.textMuted};
    overflow-wrap: anywhere;
  `}
`;
