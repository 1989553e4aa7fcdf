import styled, { css } from "styled-components";
import { typography } from "../../ui/theme/theme.ts";

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
