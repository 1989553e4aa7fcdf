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
  ${({ theme: t }) => css`
    display: inline-flex;
    block-size: ${t.size.button}px;
    border: 1px solid ${t.color.controlBorder};
    border-radius: ${t.radius.button};
    overflow: hidden;

    &:focus-within:has(:focus-visible) {
      outline: ${t.size.ring} solid ${t.color.accent};
      outline-offset: ${t.size.ring};
    }
  `}
`;

const Choice = styled.label`
  ${({ theme: t }) => css`
    position: relative;
    display: inline-flex;
    align-items: center;
    gap: ${t.space.s};
    padding-inline: ${t.size.cellPadding};
    color: ${t.color.textMuted};
    white-space: nowrap;
    cursor: pointer;

    & + & {
      border-inline-start: 1px solid ${t.color.border};
    }

    &:hover {
      background: ${t.color.canvas};
    }

    &:has(:checked) {
      background: ${t.color.text};
      color: ${t.color.surface};
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
