import styled, { css } from "styled-components";
import { type } from "../../theme.ts";

/** A part of the sheet under its own title. */
export const Part = styled.section`
  ${({ theme: t }) => css`
    padding: ${t.space.l} ${t.size.gutter};

    & + & {
      border-block-start: 1px solid ${t.color.line};
    }

    h2 {
      ${type("strong")}
      margin-block-end: ${t.space.s};
    }

    @media print {
      padding-inline: 0;
    }
  `}
`;
