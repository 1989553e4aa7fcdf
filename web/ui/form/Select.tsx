import type { ComponentPropsWithRef } from "react";
import styled, { css } from "styled-components";
import { Icon } from "../icon/Icon.tsx";
import { ControlIcon, controlStyle } from "./Field.tsx";

export interface SelectOption<V extends string | number = string | number> {
  value: V;
  label: string;
}

interface SelectProps extends ComponentPropsWithRef<"select"> {
  options: readonly SelectOption[];
  /** The choice of nothing, first in the list; its value is the empty string. */
  placeholder?: string;
}

/** The browser's own select in our clothes: type-ahead on the desk, the wheel on the phone. */
export function Select({ options, placeholder, ...rest }: SelectProps) {
  return (
    <Holder>
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
    </Holder>
  );
}

const Holder = styled.span`
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
