import type { ComponentPropsWithRef } from "react";
import styled, { css } from "styled-components";
import { ControlMark, controlStyle } from "./Field.tsx";
import { Icon } from "./Icon.tsx";

export interface Option<V extends string | number = string | number> {
  value: V;
  label: string;
}

interface SelectProps extends ComponentPropsWithRef<"select"> {
  options: readonly Option[];
  /** The choice of nothing, first in the list; its value is the empty string. */
  placeholder?: string;
}

/** The browser's own select in our clothes: type-ahead on the desk, the wheel on the phone. */
export function Select({ options, placeholder, ...rest }: SelectProps) {
  return (
    <Holder>
      <Box {...rest}>
        {placeholder !== undefined && <option value="">{placeholder}</option>}
        {options.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </Box>
      <Mark>
        <Icon name="chevron-down" />
      </Mark>
    </Holder>
  );
}

const Holder = styled.span`
  position: relative;
  display: block;
`;

const Box = styled.select`
  ${controlStyle}
  ${({ theme: t }) => css`
    padding-inline-end: calc(${t.size.icon}px + 2 * ${t.size.cellPad});
    appearance: none;
    cursor: pointer;
    text-overflow: ellipsis;
  `}
`;

const Mark = styled(ControlMark)`
  color: ${({ theme }) => theme.color.ink2};
`;
