import styled, { css } from "styled-components";
import { typography } from "../theme/theme.ts";

/** Stands in place of a whole page: an icon, what is the matter as its heading, and the way on. */
export const PageMessage = styled.section`
  ${({ theme: t }) => css`
    display: flex;
    flex-direction: column;
    align-items: center;
    gap: ${t.space.m};
    padding: ${t.space.xxl} ${t.size.gutter};
    color: ${t.color.textSubtle};
    text-align: center;

    h1,
    h2 {
      ${typography("report")}
      color: ${t.color.text};
    }

    a {
      ${typography("strong")}
    }

    ${t.mobile} {
      a {
        padding-block: ${t.space.m};
      }
    }
  `}
`;
