import { css } from "styled-components";

/** Hides the element when the page is printed. */
export const hideInPrint = css`
  @media print {
    display: none;
  }
`;

/** Hides the element on phones. */
export const hideOnMobile = css`
  ${({ theme }) => theme.mobile} {
    display: none;
  }
`;

/** Hides the element from everyone but screen readers. */
export const visuallyHidden = css`
  position: absolute;
  inline-size: 1px;
  block-size: 1px;
  overflow: hidden;
  clip-path: inset(50%);
  white-space: nowrap;
`;

/** For a line that is cut off: the ellipsis is at the end of a text in a `bdi`, whatever the direction of the line. */
export const ellipsisAtTextEnd = css`
  bdi:not([class]) {
    display: inline-block;
    max-inline-size: 100%;
    overflow: clip;
    text-overflow: ellipsis;
    vertical-align: bottom;
  }
`;

/** One line of text, cut off with an ellipsis. */
export const ellipsis = css`
  overflow: hidden;
  text-overflow: ellipsis;
  white-space: nowrap;
`;
