import { type ComponentPropsWithRef, type KeyboardEvent, useRef, useState } from "react";
import styled, { css } from "styled-components";
import { useSocietyToday } from "../../hooks/useSocietyToday.ts";
import { IconButton } from "../button/Button.tsx";
import { useUiTexts } from "../uiTexts.ts";
import { useLazyModule } from "../useLazyModule.ts";
import { ControlButton, Input } from "./Field.tsx";
import { type DayBounds, formatTypedDay, isDayValue, isWholeDate, parseTypedDay } from "./typedDay.ts";

interface TypedDayOptions extends DayBounds {
  /** `YYYY-MM-DD`, "" for none, or a typed text that is not a day. */
  value: string;
  /** Called with the typed text; with the day when the text is a whole date or the user leaves the field. */
  onChange: (value: string) => void;
}

/** The state of a DateInput. */
export function useTypedDay({ value, onChange, ...bounds }: TypedDayOptions) {
  const today = useSocietyToday();
  const [typed, setTyped] = useState<string>();

  function handleType(text: string) {
    setTyped(text);
    onChange((isWholeDate(text) && parseTypedDay(text, { today, ...bounds })) || text);
  }

  function handleComplete() {
    if (typed === undefined) return;
    setTyped(undefined);
    onChange(parseTypedDay(typed, { today, ...bounds }) ?? typed.trim());
  }

  function handlePick(day: string) {
    setTyped(undefined);
    onChange(day);
  }

  return {
    value,
    today,
    bounds,
    text: typed ?? (isDayValue(value) ? formatTypedDay(value) : value),
    isTyping: typed !== undefined,
    handleType,
    handleComplete,
    handlePick,
  };
}

interface DateInputProps extends Omit<ComponentPropsWithRef<"input">, "value" | "onChange"> {
  day: ReturnType<typeof useTypedDay>;
  /** Hides the button, for narrow places; arrow down still opens the calendar. */
  hideButton?: boolean;
}

/**
 * A day as dd/mm/yyyy, typed in any format of `parseTypedDay` or chosen in a calendar, which the button and arrow down
 * open. The calendar is loaded when it is first opened.
 */
export function DateInput({ day, hideButton = false, readOnly, ref, ...rest }: DateInputProps) {
  const texts = useUiTexts();
  const input = useRef<HTMLInputElement>(null);
  const [isOpen, setIsOpen] = useState(false);
  const calendar = useLazyModule(loadCalendar);
  const Calendar = calendar.module;

  async function openCalendar() {
    if (await calendar.load()) setIsOpen(true);
  }

  function handleKeyDown(event: KeyboardEvent) {
    if (event.key === "Enter") day.handleComplete();
    if (event.key !== "ArrowDown" || readOnly) return;
    event.preventDefault();
    void openCalendar();
  }

  function setInput(element: HTMLInputElement | null) {
    input.current = element;
    if (typeof ref === "function") ref(element);
    else if (ref) ref.current = element;
  }

  return (
    <Box>
      <DayText
        {...rest}
        ref={setInput}
        type="text"
        inputMode="numeric"
        autoComplete="off"
        dir="ltr"
        placeholder={texts.dates.format}
        aria-keyshortcuts="ArrowDown"
        readOnly={readOnly}
        value={day.text}
        onChange={(event) => day.handleType(event.target.value)}
        onBlur={day.handleComplete}
        onKeyDown={handleKeyDown}
        $hasButton={!hideButton && !readOnly}
      />
      {!hideButton && !readOnly && (
        <ControlButton onPointerEnter={calendar.preload}>
          {/* Not in the tab order: arrow down in the field does the same. */}
          <IconButton icon="calendar" label={texts.dates.choose} tabIndex={-1} onClick={() => void openCalendar()} />
        </ControlButton>
      )}
      {Calendar && (
        <Calendar
          isOpen={isOpen}
          onOpenChange={setIsOpen}
          anchor={input}
          value={isDayValue(day.value) ? day.value : undefined}
          today={day.today}
          bounds={day.bounds}
          onPick={day.handlePick}
        />
      )}
    </Box>
  );
}

const loadCalendar = () => import("./CalendarPopover.tsx").then(({ CalendarPopover }) => CalendarPopover);

const Box = styled.span`
  position: relative;
  display: block;
`;

const DayText = styled(Input)<{ $hasButton: boolean }>`
  ${({ theme, $hasButton }) =>
    $hasButton &&
    css`
      padding-inline-end: calc(${theme.size.smallControl}px + ${theme.space.s});

      /* The text is left-to-right in every language, the button at the end of the page's direction. */
      [dir="rtl"] &[dir="ltr"] {
        padding-inline: calc(${theme.size.smallControl}px + ${theme.space.s}) ${theme.size.cellPadding};
      }
    `}
`;
