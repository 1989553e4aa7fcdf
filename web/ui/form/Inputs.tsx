/** Controls without label and without the form library; FormFields.tsx makes form fields of them. */

import { type ComponentPropsWithRef, useState } from "react";
import styled, { css } from "styled-components";
import { IconButton } from "../button/Button.tsx";
import { Icon } from "../icon/Icon.tsx";
import { useUiTexts } from "../uiTexts.ts";
import { ControlButton, ControlIcon, controlStyle, Input } from "./Field.tsx";

export interface SelectOption {
  value: string | number;
  label: string;
}

interface SelectProps extends ComponentPropsWithRef<"select"> {
  options: readonly SelectOption[];
  /** Text of the first option, whose value is "". */
  placeholder?: string;
}

/** A styled native select. */
export function Select({ options, placeholder, ...rest }: SelectProps) {
  return (
    <SelectBox>
      <NativeSelect {...rest}>
        {placeholder !== undefined && <option value="">{placeholder}</option>}
        {options.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </NativeSelect>
      <Chevron>
        <Icon name="chevron-down" />
      </Chevron>
    </SelectBox>
  );
}

/** A password input with a button that shows the password. */
export function PasswordInput(props: ComponentPropsWithRef<"input">) {
  const texts = useUiTexts();
  const [isVisible, setIsVisible] = useState(false);

  return (
    <>
      <PasswordControl {...props} type={isVisible ? "text" : "password"} />
      <ControlButton>
        <IconButton
          icon={isVisible ? "eye-off" : "eye"}
          label={isVisible ? texts.hidePassword : texts.showPassword}
          onClick={() => setIsVisible(!isVisible)}
        />
      </ControlButton>
    </>
  );
}

/** A checkbox with the look and role of a switch. The parent labels it. */
export function Switch(props: Omit<ComponentPropsWithRef<"input">, "type" | "role">) {
  return <Track {...props} type="checkbox" role="switch" />;
}

const SelectBox = styled.span`
  position: relative;
  display: block;
`;

const NativeSelect = styled.select`
  ${controlStyle}
  ${({ theme }) => css`
    padding-inline-end: calc(${theme.size.icon}px + 2 * ${theme.size.cellPadding});
    appearance: none;
    cursor: pointer;
    text-overflow: ellipsis;
  `}
`;

const Chevron = styled(ControlIcon)`
  color: ${({ theme }) => theme.color.textMuted};
`;

const PasswordControl = styled(Input)`
  padding-inline-end: calc(${({ theme }) => theme.size.smallControl}px + ${({ theme }) => theme.space.s});
`;

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
