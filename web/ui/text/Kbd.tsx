import styled, { css } from "styled-components";
import { typography } from "../theme/theme.ts";

/** A key as printed on the keyboard; gone on the phone, which has none. */
export const Kbd = styled.kbd`
  ${typography("key")}
  ${({ theme }) => css`
    display: inline-flex;
    align-items: center;
    justify-content: center;
    min-inline-size: ${theme.size.kbd}px;
    block-size: ${theme.size.kbd}px;
    padding-inline: ${theme.space.xs};
    border: 1px solid color-mix(in srgb, currentcolor 35%, transparent);
    border-radius: ${theme.radius.badge};
    color: inherit;
    white-space: nowrap;

    ${theme.mobile} {
      display: none;
    }
  `}
`;
