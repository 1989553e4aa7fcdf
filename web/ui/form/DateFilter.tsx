import { useId, useState } from "react";
import styled, { css } from "styled-components";
import { targetSize, typography } from "../theme/theme.ts";
import { useUiTexts } from "../uiTexts.ts";
import { DateInput, useTypedDay } from "./DateInput.tsx";
import { type DayBounds, isDayValue, isWithin } from "./typedDay.ts";

interface DateFilterProps extends DayBounds {
  label: string;
  /** `YYYY-MM-DD` or empty. */
  value: string;
  onChange(value: string): void;
}

/** A list filter for a day. Keeps a text that is not a day within the bounds and says why, without filtering by it. */
export function DateFilter({ label, value, onChange, ...bounds }: DateFilterProps) {
  const id = useId();
  const { dates } = useUiTexts();
  /** The text that was not accepted, and the value of the filter then: a new value replaces the text. */
  const [rejected, setRejected] = useState<{ text: string; value: string }>();
  const rejectedText = rejected?.value === value ? rejected.text : undefined;
  const day = useTypedDay({ value: rejectedText ?? value, onChange: handleChange, ...bounds });
  const error = rejectedText === undefined || day.isTyping ? undefined : describeError(rejectedText);

  function handleChange(text: string) {
    const isAccepted = text === "" || (isDayValue(text) && isWithin(text, bounds));
    setRejected(isAccepted ? undefined : { text, value });
    if (isAccepted) onChange(text);
  }

  function describeError(text: string): string {
    return isDayValue(text) ? dates.bounds(bounds) : dates.invalid;
  }

  return (
    <DateBox $isInvalid={error !== undefined}>
      <label htmlFor={id}>{label}</label>
      <DateInput
        id={id}
        day={day}
        aria-invalid={error !== undefined || undefined}
        aria-describedby={error === undefined ? undefined : `${id}-error`}
      />
      {error !== undefined && (
        <DateError id={`${id}-error`} role="alert">
          {error}
        </DateError>
      )}
    </DateBox>
  );
}

/** Two date filters side by side: the first and the last day. */
export const DateRange = styled.div`
  ${({ theme }) => css`
    display: flex;
    gap: ${theme.space.s};

    ${theme.mobile} {
      inline-size: 100%;
    }
  `}
`;

const DateBox = styled.div<{ $isInvalid: boolean }>`
  ${typography("text")}
  ${({ theme, $isInvalid }) => css`
    position: relative;
    display: inline-flex;
    align-items: center;
    gap: ${theme.space.xs};
    block-size: ${targetSize(theme.size.button)};
    padding-inline-start: ${theme.size.cellPadding};
    border: 1px solid ${$isInvalid ? theme.color.red : theme.color.controlBorder};
    border-radius: ${theme.radius.button};
    background: ${theme.color.surface};
    color: ${theme.color.textSubtle};

    &:focus-within {
      border-color: ${theme.color.accent};
      outline: 1px solid ${theme.color.accent};
    }

    label {
      white-space: nowrap;
    }

    > label + * {
      block-size: 100%;
    }

    /* The frame has the border and the focus ring. */
    && input {
      inline-size: calc(12ch + ${theme.size.smallControl}px);
      block-size: 100%;
      padding-inline-start: 0;
      border: 0;
      outline: 0;
      box-shadow: none;
      background: none;
    }

    /* In right-to-left pages the button is at the start of the text; a padding at its end would cut off the year. */
    [dir="rtl"] && input {
      padding-inline-end: 0;
    }

    ${theme.mobile} {
      flex: 1;
      min-inline-size: 0;

      > label + *,
      && input {
        flex: 1;
        inline-size: 100%;
        min-inline-size: 0;
      }
    }
  `}
`;

/** Below the field, over the list; on phones above it, because the buttons of the filters are below. */
const DateError = styled.p`
  ${typography("metaStrong")}
  ${({ theme }) => css`
    position: absolute;
    z-index: ${theme.layer.menu};
    inset-block-start: calc(100% + ${theme.space.xxs});
    inset-inline-start: 0;
    inline-size: max-content;
    max-inline-size: ${theme.size.searchBox};
    padding: ${theme.space.xs} ${theme.space.s};
    border: 1px solid ${theme.color.red};
    border-radius: ${theme.radius.button};
    background: ${theme.color.surface};
    color: ${theme.color.red};

    ${theme.mobile} {
      inset-block: auto calc(100% + ${theme.space.xxs});
    }
  `}
`;
