import styled, { css } from "styled-components";
import { type } from "../theme.ts";

/** The ways on, at the end of a step. */
export const ImportActions = styled.div`
  ${({ theme: t }) => css`
    display: flex;
    flex-wrap: wrap;
    justify-content: flex-end;
    gap: ${t.space.s};
    margin-block-start: ${t.space.l};

    ${t.phone} {
      > * {
        flex: 1;
      }
    }
  `}
`;

export const Quiet = styled.p`
  ${type("meta")}
  ${({ theme: t }) => css`
    color: ${t.color.ink2};
    overflow-wrap: anywhere;
  `}
`;
