import styled, { css } from "styled-components";
import { typography } from "../theme/theme.ts";

/** Layout of a message shown instead of a page: an icon, a heading that names the problem, and a link. */
export const PageMessage = styled.section`
  ${({ theme }) => css`
    display: flex;
    flex-direction: column;
    align-items: center;
    gap: ${theme.space.m};
    padding: ${theme.space.xxl} ${theme.size.gutter};
    color: ${theme.color.textSubtle};
    text-align: center;

    h2 {
      ${typography("sectionTitle")}
      color: ${theme.color.text};
    }

    a {
      ${typography("strong")}
    }

    ${theme.mobile} {
      a {
        padding-block: ${theme.space.m};
      }
    }
  `}
`;
