import styled, { css } from "styled-components";
import { typography } from "../theme/theme.ts";

/** A native table with a caption and small headings, for few rows that need no virtual scrolling. */
export const StaticTable = styled.table`
  ${({ theme }) => css`
    inline-size: 100%;
    border-collapse: collapse;

    caption {
      ${typography("strong")}
      text-align: start;
    }

    thead th {
      ${typography("meta")}
      border-block-end: 1px solid ${theme.color.borderStrong};
      color: ${theme.color.textMuted};
    }
  `}
`;
