import type { ComponentPropsWithRef } from "react";
import styled, { css } from "styled-components";

/** On or off, at once; a checkbox to forms, a switch to people. Needs a label of its own. */
export function Switch(props: Omit<ComponentPropsWithRef<"input">, "type" | "role">) {
  return <Track {...props} type="checkbox" role="switch" />;
}

const Track = styled.input`
  ${({ theme: t }) => css`
    position: relative;
    flex: none;
    inline-size: ${t.size.switchWidth}px;
    block-size: ${t.size.switchHeight}px;
    margin: 0;
    border: 1px solid ${t.color.controlBorder};
    border-radius: ${t.radius.round};
    background: ${t.color.sunken};
    appearance: none;
    cursor: pointer;
    transition: background-color ${t.motion.toggle};

    &::before {
      position: absolute;
      inset-block: ${t.space.xxs};
      inset-inline-start: ${t.space.xxs};
      aspect-ratio: 1;
      border-radius: ${t.radius.round};
      background: ${t.color.controlBorder};
      content: "";
      transition: inset-inline-start ${t.motion.toggle};
    }

    &:checked {
      border-color: ${t.color.accent};
      background: ${t.color.accent};
    }

    &:checked::before {
      inset-inline-start: calc(${t.size.switchWidth - t.size.switchHeight}px + ${t.space.xxs});
      background: ${t.color.onAccent};
    }

    &:disabled {
      opacity: 0.5;
      cursor: not-allowed;
    }
  `}
`;
