import styled, { css } from "styled-components";
import { typography } from "../../ui/theme/theme.ts";

/** The heading of a section of the house's panel, with its button. */
export const SectionHead = styled.div`
  ${({ theme }) => css`
    display: flex;
    align-items: center;
    justify-content: space-between;
    min-block-size: ${theme.size.button}px;
    margin-block-end: ${theme.space.xs};
  `}

  h2 {
    ${typography("strong")}
  }
`;
