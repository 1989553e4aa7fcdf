import { css } from "styled-components";

/** For a line of text that ends in dots where its room ends. */
export const ellipsis = css`
  overflow: hidden;
  text-overflow: ellipsis;
  white-space: nowrap;
`;
