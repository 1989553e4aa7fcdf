import styled, { css } from "styled-components";
import { typography } from "../../ui/theme/theme.ts";

/** A part of the sheet under its own title. */
export const Section = styled.section`
  ${({ theme }) => css`
    padding: ${theme.space.l} ${theme.size.gutter};

    & + & {
      border-block-start: 1px solid ${theme.color.border};
    }

    h2 {
      ${typography("strong")}
      margin-block-end: ${theme.space.s};
    }

    @media print {
      padding-inline: 0;
    }
  `}
`;
