import { Command } from "cmdk";
import styled, { css } from "styled-components";

export const Root = styled(Command)`
  display: flex;
  flex: 1;
  flex-direction: column;
  min-block-size: 0;
  outline: none;
`;

export const ResultList = styled(Command.List)`
  ${({ theme: t }) => css`
    flex: 1;
    min-block-size: 0;
    padding: ${t.space.xs} ${t.space.s} ${t.space.s};
    overflow: auto;
    overscroll-behavior: contain;
    outline: none;
  `}
`;

export const NoResults = styled.p`
  ${({ theme: t }) => css`
    padding: ${t.space.xl} ${t.space.m};
    color: ${t.color.textMuted};
  `}
`;
