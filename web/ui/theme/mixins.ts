import { css } from "styled-components";

/** Not printed. */
export const hideInPrint = css`
  @media print {
    display: none;
  }
`;

/** Read by screen readers only. */
export const visuallyHidden = css`
  position: absolute;
  inline-size: 1px;
  block-size: 1px;
  overflow: hidden;
  clip-path: inset(50%);
  white-space: nowrap;
`;

/** One line of text, cut off with an ellipsis. */
export const ellipsis = css`
  overflow: hidden;
  text-overflow: ellipsis;
  white-space: nowrap;
`;
