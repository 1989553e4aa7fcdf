import styled, { css } from "styled-components";

/** The keys of a table, at the end of its bar; gone on the phone, which has none. */
export const KeyboardHints = styled.span`
  ${({ theme: t }) => css`
    display: flex;
    gap: ${t.space.l};
    margin-inline-start: auto;

    ${t.mobile} {
      display: none;
    }
  `}
`;
