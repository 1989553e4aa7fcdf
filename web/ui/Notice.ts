import styled, { css } from "styled-components";
import { type } from "../theme.ts";

/** Stands in place of a whole page: an icon, what is the matter as its heading, and the way on. */
export const Notice = styled.section`
  ${({ theme: t }) => css`
    display: flex;
    flex-direction: column;
    align-items: center;
    gap: ${t.space.m};
    padding: ${t.space.xxl} ${t.size.gutter};
    color: ${t.color.ink3};
    text-align: center;

    h1,
    h2 {
      ${type("report")}
      color: ${t.color.ink};
    }

    a {
      ${type("strong")}
    }

    ${t.phone} {
      a {
        padding-block: ${t.space.m};
      }
    }
  `}
`;
