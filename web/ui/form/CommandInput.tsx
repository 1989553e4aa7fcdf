import { Command } from "cmdk";
import styled, { css } from "styled-components";

/** The text field of a cmdk list, without a frame. */
export const CommandInput = styled(Command.Input)`
  ${({ theme }) => css`
    flex: 1;
    min-inline-size: 0;
    block-size: ${theme.size.header}px;
    border: 0;
    background: none;
    color: ${theme.color.text};
    font: ${theme.font.commandInput} ${theme.font.family};
    outline: none;

    [dir="rtl"] &:placeholder-shown {
      text-align: right;
    }

    &::placeholder {
      color: ${theme.color.textSubtle};
    }
  `}
`;
