import { useId } from "react";
import styled, { css } from "styled-components";
import { useIsMobile } from "../../hooks/useIsMobile.ts";
import { formatCount } from "../text/Money.tsx";
import { visuallyHidden } from "../theme/GlobalStyle.tsx";
import { FilterSelect } from "./FilterSelect.tsx";

export interface SegmentOption {
  value: string;
  label: string;
  /** How many rows the choice shows. */
  count?: number;
}

interface SegmentedControlProps {
  label: string;
  value: string;
  options: readonly SegmentOption[];
  onChange(value: string): void;
}

/** One of a few choices, all in sight; on the phone a list to choose from. */
export function SegmentedControl({ label, value, options, onChange }: SegmentedControlProps) {
  const name = useId();
  if (useIsMobile()) {
    const listed = options.map((option) => ({ value: option.value, label: optionText(option) }));
    return <FilterSelect label={label} value={value} options={listed} onChange={onChange} />;
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

function optionText({ label, count }: SegmentOption): string {
  return count === undefined ? label : `${label} ${formatCount(count)}`;
}

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
