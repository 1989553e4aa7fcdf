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
  ${({ theme }) => css`
    flex: 1;
    min-block-size: 0;
    padding: ${theme.space.xs} ${theme.space.s} ${theme.space.s};
    overflow: auto;
    overscroll-behavior: contain;
    outline: none;
  `}
`;

export const NoResults = styled.p`
  ${({ theme }) => css`
    padding: ${theme.space.xl} ${theme.space.m};
    color: ${theme.color.textMuted};
  `}
`;
