import { useId } from "react";
import styled, { css } from "styled-components";
import { useIsMobile } from "../../hooks/useIsMobile.ts";
import { Icon } from "../icon/Icon.tsx";
import { formatCount } from "../text/Money.tsx";
import { visuallyHidden } from "../theme/mixins.ts";
import { targetSize, typography } from "../theme/theme.ts";
import type { SelectOption } from "./Inputs.tsx";

interface FilterSelectProps {
  label: string;
  value: string;
  options: readonly SelectOption[];
  /** Text of the first option, whose value is "". */
  placeholder?: string;
  onChange(value: string): void;
}

/** A list filter as a native select with its label in the same frame. */
export function FilterSelect({ label, value, options, placeholder, onChange }: FilterSelectProps) {
  return (
    <Frame>
      <FilterLabel>{label}</FilterLabel>
      <FilterNativeSelect value={value} onChange={(event) => onChange(event.target.value)}>
        {placeholder !== undefined && <option value="">{placeholder}</option>}
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </FilterNativeSelect>
      <Icon name="chevron-down" />
    </Frame>
  );
}

interface SegmentOption {
  value: string;
  label: string;
  /** Number of rows with this value. */
  count?: number;
}

interface SegmentedControlProps {
  label: string;
  value: string;
  options: readonly SegmentOption[];
  onChange(value: string): void;
}

/** A list filter for a small number of options, all of them visible. On phones it is a FilterSelect. */
export function SegmentedControl({ label, value, options, onChange }: SegmentedControlProps) {
  const name = useId();
  if (useIsMobile()) {
    const selectOptions = options.map((option) => ({ value: option.value, label: formatOption(option) }));
    return <FilterSelect label={label} value={value} options={selectOptions} onChange={onChange} />;
  }

  return (
    <Choices role="radiogroup" aria-label={label}>
      {options.map((option) => (
        <Choice key={option.value}>
          <input type="radio" name={name} checked={option.value === value} onChange={() => onChange(option.value)} />
          {option.label}
          {option.count !== undefined && <Count>{formatCount(option.count)}</Count>}
        </Choice>
      ))}
    </Choices>
  );
}

function formatOption({ label, count }: SegmentOption): string {
  return count === undefined ? label : `${label} ${formatCount(count)}`;
}

const Frame = styled.label`
  ${({ theme }) => css`
    position: relative;
    display: inline-flex;
    align-items: center;
    block-size: ${targetSize(theme.size.button)};
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

    ${theme.mobile} {
      display: inline-grid;

      /* Label and select share a cell, so that the frame is as wide as the wider of them. */
      > :not(:last-child) {
        grid-area: 1 / 1;
      }
    }
  `}
`;

/** On phones the label is above the value, because a line of labels and values would be too long. */
const FilterLabel = styled.span`
  ${({ theme }) => css`
    padding-inline-start: ${theme.size.cellPadding};
    white-space: nowrap;

    ${theme.mobile} {
      ${typography("caption")}
      align-self: start;
      margin-block-start: ${theme.space.xxs};
      padding-inline-end: ${theme.size.cellPadding};
      pointer-events: none;
    }
  `}
`;

/** Reaches under the chevron, on phones also under the label, so that a click there opens the select. */
const FilterNativeSelect = styled.select`
  ${({ theme }) => css`
    block-size: 100%;
    padding-inline: calc(${theme.space.xs} + ${theme.space.xxs})
      calc(${theme.space.s} + ${theme.size.icon}px + ${theme.space.s});
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
      inline-size: 100%;
      min-inline-size: 4.5em;
      padding-block-start: ${theme.space.l};
      padding-inline-start: ${theme.size.cellPadding};
    }
  `}
`;

const Choices = styled.div`
  ${({ theme }) => css`
    display: inline-flex;
    block-size: ${theme.size.button}px;
    border: 1px solid ${theme.color.controlBorder};
    border-radius: ${theme.radius.button};
    overflow: hidden;

    &:focus-within:has(:focus-visible) {
      outline: ${theme.size.ring} solid ${theme.color.accent};
      outline-offset: ${theme.size.ring};
    }
  `}
`;

const Choice = styled.label`
  ${({ theme }) => css`
    position: relative;
    display: inline-flex;
    align-items: center;
    gap: ${theme.space.s};
    padding-inline: ${theme.size.cellPadding};
    color: ${theme.color.textMuted};
    white-space: nowrap;
    cursor: pointer;

    & + & {
      border-inline-start: 1px solid ${theme.color.border};
    }

    &:hover {
      background: ${theme.color.canvas};
    }

    &:has(:checked) {
      background: ${theme.color.text};
      color: ${theme.color.surface};
      font-weight: 600;
    }

    input {
      ${visuallyHidden}
    }
  `}
`;

const Count = styled.span`
  font-weight: 500;
`;
