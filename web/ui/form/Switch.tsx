import type { ComponentPropsWithRef } from "react";
import styled, { css } from "styled-components";

/** On or off, at once; a checkbox to forms, a switch to people. Needs a label of its own. */
export function Switch(props: Omit<ComponentPropsWithRef<"input">, "type" | "role">) {
  return <Track {...props} type="checkbox" role="switch" />;
}

const Track = styled.input`
  ${({ theme }) => css`
    position: relative;
    flex: none;
    inline-size: ${theme.size.switchWidth}px;
    block-size: ${theme.size.switchHeight}px;
    margin: 0;
    border: 1px solid ${theme.color.controlBorder};
    border-radius: ${theme.radius.round};
    background: ${theme.color.sunken};
    appearance: none;
    cursor: pointer;
    transition: background-color ${theme.motion.toggle};

    &::before {
      position: absolute;
      inset-block: ${theme.space.xxs};
      inset-inline-start: ${theme.space.xxs};
      aspect-ratio: 1;
      border-radius: ${theme.radius.round};
      background: ${theme.color.controlBorder};
      content: "";
      transition: inset-inline-start ${theme.motion.toggle};
    }

    &:checked {
      border-color: ${theme.color.accent};
      background: ${theme.color.accent};
    }

    &:checked::before {
      inset-inline-start: calc(${theme.size.switchWidth - theme.size.switchHeight}px + ${theme.space.xxs});
      background: ${theme.color.onAccent};
    }

    &:disabled {
      opacity: 0.5;
      cursor: not-allowed;
    }
  `}
`;
