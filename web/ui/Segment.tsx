import { useId } from "react";
import styled, { css } from "styled-components";
import { FilterSelect } from "./FilterSelect.tsx";
import { visuallyHidden } from "./GlobalStyle.tsx";
import { countText } from "./Money.tsx";
import { usePhone } from "./usePhone.ts";

export interface SegmentOption {
  value: string;
  label: string;
  /** How many rows the choice shows. */
  count?: number;
}

interface SegmentProps {
  label: string;
  value: string;
  options: readonly SegmentOption[];
  onChange(value: string): void;
}

/** One of a few choices, all in sight; on the phone a list to choose from. */
export function Segment({ label, value, options, onChange }: SegmentProps) {
  const name = useId();
  if (usePhone()) {
    const listed = options.map((option) => ({ value: option.value, label: words(option) }));
    return <FilterSelect label={label} value={value} options={listed} onChange={onChange} />;
  }

  return (
    <Choices role="radiogroup" aria-label={label}>
      {options.map((option) => (
        <Choice key={option.value}>
          <input type="radio" name={name} checked={option.value === value} onChange={() => onChange(option.value)} />
          {option.label}
          {option.count !== undefined && <Count>{countText(option.count)}</Count>}
        </Choice>
      ))}
    </Choices>
  );
}

function words({ label, count }: SegmentOption): string {
  return count === undefined ? label : `${label} ${countText(count)}`;
}

const Choices = styled.div`
  ${({ theme: t }) => css`
    display: inline-flex;
    block-size: ${t.size.button}px;
    border: 1px solid ${t.color.ctl};
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
    padding-inline: ${t.size.cellPad};
    color: ${t.color.ink2};
    white-space: nowrap;
    cursor: pointer;

    & + & {
      border-inline-start: 1px solid ${t.color.line};
    }

    &:hover {
      background: ${t.color.canvas};
    }

    &:has(:checked) {
      background: ${t.color.ink};
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
