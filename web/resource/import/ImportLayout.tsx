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

/** A heading with its control at the end. */
export const ImportHeading = styled.div`
  ${({ theme }) => css`
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    justify-content: space-between;
    gap: ${theme.space.s};
    margin-block-end: ${theme.space.s};

    h4 {
      ${typography("strong")}
    }
  `}
`;

/** A table that scrolls within a dialog. */
export const ImportTableFrame = styled.div`
  ${({ theme }) => css`
    display: flex;
    max-block-size: ${theme.size.innerListHeight}px;
    border-block: 1px solid ${theme.color.border};
  `}
`;
