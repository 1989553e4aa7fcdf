import styled, { css } from "styled-components";
import { typography } from "../../ui/theme/theme.ts";

/** The ways on, at the end of a step. */
export const ImportActions = styled.div`
  ${({ theme: t }) => css`
    display: flex;
    flex-wrap: wrap;
    justify-content: flex-end;
    gap: ${t.space.s};
    margin-block-start: ${t.space.l};

    ${t.mobile} {
      > * {
        flex: 1;
      }
    }
  `}
`;

export const ImportHint = styled.p`
  ${typography("meta")}
  ${({ theme: t }) => css`
    color: ${t.color.textMuted};
    overflow-wrap: anywhere;
  `}
`;
