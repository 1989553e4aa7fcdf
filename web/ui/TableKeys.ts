import styled, { css } from "styled-components";

/** The keys of a table, at the end of its bar; gone on the phone, which has none. */
export const Keys = styled.span`
  ${({ theme: t }) => css`
    display: flex;
    gap: ${t.space.l};
    margin-inline-start: auto;

    ${t.phone} {
      display: none;
    }
  `}
`;
