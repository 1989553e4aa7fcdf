import styled, { css } from "styled-components";
import { typography } from "../theme/theme.ts";

/** A key as printed on the keyboard; gone on the phone, which has none. */
export const Kbd = styled.kbd`
  ${typography("key")}
  ${({ theme: t }) => css`
    display: inline-flex;
    align-items: center;
    justify-content: center;
    min-inline-size: ${t.size.kbd}px;
    block-size: ${t.size.kbd}px;
    padding-inline: ${t.space.xs};
    border: 1px solid color-mix(in srgb, currentcolor 35%, transparent);
    border-radius: ${t.radius.badge};
    color: inherit;
    white-space: nowrap;

    ${t.mobile} {
      display: none;
    }
  `}
`;
