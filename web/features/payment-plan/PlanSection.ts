import styled, { css } from "styled-components";
import { typography } from "../../ui/theme/theme.ts";

/** A part of the sheet under its own title. */
export const Section = styled.section`
  ${({ theme: t }) => css`
    padding: ${t.space.l} ${t.size.gutter};

    & + & {
      border-block-start: 1px solid ${t.color.border};
    }

    h2 {
      ${typography("strong")}
      margin-block-end: ${t.space.s};
    }

    @media print {
      padding-inline: 0;
    }
  `}
`;
