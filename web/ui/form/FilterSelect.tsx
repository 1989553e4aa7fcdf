import styled, { css } from "styled-components";
import { Icon } from "../icon/Icon.tsx";
import { visuallyHidden } from "../theme/GlobalStyle.tsx";
import { touchSize } from "../theme/theme.ts";
import type { SelectOption } from "./Select.tsx";

interface FilterSelectProps {
  label: string;
  value: string;
  options: readonly SelectOption[];
  /** The choice of nothing, first in the list; its value is the empty string. */
  placeholder?: string;
  onChange(value: string): void;
}

/** One filter of a list: its name, then what it is set to. */
export function FilterSelect({ label, value, options, placeholder, onChange }: FilterSelectProps) {
  return (
    <Frame>
      <Name>{label}</Name>
      <NativeSelect value={value} onChange={(event) => onChange(event.target.value)}>
        {placeholder !== undefined && <option value="">{placeholder}</option>}
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </NativeSelect>
      <Icon name="chevron-down" />
    </Frame>
  );
}

const Frame = styled.label`
  ${({ theme }) => css`
    position: relative;
    display: inline-flex;
    align-items: center;
    block-size: ${touchSize(theme.size.button)};
    border: 1px solid ${theme.color.controlBorder};
    border-radius: ${theme.radius.button};
    background: ${theme.color.surface};
    color: ${theme.color.textSubtle};

    &:hover {
      background: ${theme.color.canvas};
    }

    &:focus-within {
      border-color: ${theme.color.accent};
      outline: 1px solid ${theme.color.accent};
    }

    > :last-child {
      position: absolute;
      inset-inline-end: ${theme.space.s};
      color: ${theme.color.textMuted};
      pointer-events: none;
    }
  `}
`;

const Name = styled.span`
  padding-inline-start: ${({ theme }) => theme.size.cellPadding};
  white-space: nowrap;

  ${({ theme }) => theme.mobile} {
    ${visuallyHidden}
  }
`;

/** Fills the frame to its end, so that a press on the chevron opens it as well. */
const NativeSelect = styled.select`
  ${({ theme }) => css`
    block-size: 100%;
    padding-inline: calc(${theme.space.xs} + ${theme.space.xxs}) calc(${theme.space.s} + ${theme.size.icon}px + ${theme.space.s});
    border: 0;
    outline: none;
    background: none;
    color: ${theme.color.text};
    font-weight: 500;
    appearance: none;
    cursor: pointer;
    field-sizing: content;

    option {
      background: ${theme.color.surface};
    }

    ${theme.mobile} {
      padding-inline-start: ${theme.size.cellPadding};
    }
  `}
`;
