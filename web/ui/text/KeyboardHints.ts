import styled, { css } from "styled-components";

/** The keys of a table, at the end of its bar; gone on the phone, which has none. */
export const KeyboardHints = styled.span`
  ${({ theme }) => css`
    display: flex;
    gap: ${theme.space.l};
    margin-inline-start: auto;

    ${theme.mobile} {
      display: none;
    }
  `}
`;
