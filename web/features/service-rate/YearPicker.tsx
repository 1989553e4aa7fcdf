import { Popover } from "radix-ui";
import { type KeyboardEvent, type Ref, type UIEvent, useLayoutEffect, useRef, useState, type WheelEvent } from "react";
import styled, { css } from "styled-components";
import { monthOf, societyDayAt } from "../../../shared/dates.ts";
import { serverNow } from "../../hooks/serverClock.ts";
import { t } from "../../i18n/t.ts";
import { type ControlProps, controlStyle } from "../../ui/form/Field.tsx";
import { Icon } from "../../ui/icon/Icon.tsx";
import { targetSize, typography } from "../../ui/theme/theme.ts";

interface YearPickerProps {
  control: ControlProps;
  value: number | undefined;
  onChange(year: number): void;
  onBlur(): void;
  ref?: Ref<HTMLButtonElement>;
}

/** Selects a year from a list that grows at both ends. The button keeps the focus, as in a native select. */
export function YearPicker({ control, value, onChange, onBlur, ref }: YearPickerProps) {
  const thisYear = monthOf(societyDayAt(serverNow())).year;
  const [open, setOpen] = useState(false);
  const [range, setRange] = useState<YearRange>(() => createYearRange(thisYear, value));
  const [activeYear, setActiveYear] = useState(value ?? thisYear);
  const [typeAhead, setTypeAhead] = useState({ digits: "", typedAt: 0 });
  const listId = `${control.id}-years`;

  function handleOpenChange(isOpening: boolean) {
    if (isOpening) {
      setRange(createYearRange(thisYear, value));
      setActiveYear(value ?? thisYear);
    }
    setOpen(isOpening);
  }

  function selectYear(year: number) {
    onChange(year);
    setOpen(false);
  }

  function moveTo(year: number) {
    const extended =
      year > range.lastYear ? extendForward(range) : year < range.firstYear ? extendBack(range, thisYear) : range;
    setRange(extended);
    setActiveYear(Math.min(Math.max(year, extended.firstYear), extended.lastYear));
  }

  function handleDigit(digit: string, typedAt: number) {
    const digits = typedAt - typeAhead.typedAt < typeAheadResetMs ? typeAhead.digits + digit : digit;
    setTypeAhead({ digits, typedAt });
    const matchingYear = listYears(range).find((year) => String(year).startsWith(digits));
    if (matchingYear === undefined) return;
    setActiveYear(matchingYear);
    if (!open) onChange(matchingYear);
  }

  function handleKeyDown(event: KeyboardEvent) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (/^\d$/.test(event.key)) return handleDigit(event.key, event.timeStamp);
    const targets = new Map([
      ["ArrowDown", activeYear + 1],
      ["ArrowUp", activeYear - 1],
      ["Home", range.firstYear],
      ["End", range.lastYear],
    ]);
    const target = targets.get(event.key);
    if (target !== undefined) {
      event.preventDefault();
      if (open) moveTo(target);
      else handleOpenChange(true);
    } else if (open && (event.key === "Enter" || event.key === " ")) {
      event.preventDefault();
      selectYear(activeYear);
    }
  }

  return (
    <Popover.Root open={open} onOpenChange={handleOpenChange}>
      <Popover.Trigger asChild>
        <Trigger
          {...control}
          ref={ref}
          type="button"
          role="combobox"
          aria-haspopup="listbox"
          aria-controls={open ? listId : undefined}
          aria-activedescendant={open ? `${listId}-${activeYear}` : undefined}
          onKeyDown={handleKeyDown}
          onBlur={onBlur}
          $empty={value === undefined}
        >
          {value ?? t("Select year")}
          <Icon name="chevron-down" />
        </Trigger>
      </Popover.Trigger>
      <Panel role="presentation" align="start" sideOffset={2} onOpenAutoFocus={(event) => event.preventDefault()}>
        <YearList
          id={listId}
          years={listYears(range)}
          activeYear={activeYear}
          selectedYear={value}
          onSelect={selectYear}
          onReachStart={() => setRange((current) => extendBack(current, thisYear))}
          onReachEnd={() => setRange(extendForward)}
        />
      </Panel>
    </Popover.Root>
  );
}

const typeAheadResetMs = 1_000;

interface YearListProps {
  id: string;
  years: readonly number[];
  /** The year that the keyboard has reached. */
  activeYear: number;
  selectedYear: number | undefined;
  onSelect(year: number): void;
  /** Called when the list is scrolled to its first or last year. */
  onReachStart(): void;
  onReachEnd(): void;
}

/** Requests more years when scrolled to an end, and keeps its scroll position when they are added. */
function YearList({ id, years, activeYear, selectedYear, onSelect, onReachStart, onReachEnd }: YearListProps) {
  const list = useRef<HTMLDivElement>(null);
  const first = years[0] ?? activeYear;
  const previousFirst = useRef(first);
  const hasOpened = useRef(false);

  useLayoutEffect(() => {
    const element = list.current;
    const optionHeight = element?.firstElementChild?.clientHeight ?? 0;
    if (element && first < previousFirst.current) element.scrollTop += optionHeight * (previousFirst.current - first);
    previousFirst.current = first;
  }, [first]);

  // Opens with the active year in the middle, so that the user can scroll both ways; then follows the keyboard.
  useLayoutEffect(() => {
    const option = list.current?.querySelector(`[id="${id}-${activeYear}"]`);
    option?.scrollIntoView({ block: hasOpened.current ? "nearest" : "center" });
    hasOpened.current = true;
  }, [id, activeYear]);

  function handleWheel({ currentTarget: element, deltaY }: WheelEvent<HTMLDivElement>) {
    if (deltaY < 0 && element.scrollTop <= 0) onReachStart();
  }

  function handleScroll({ currentTarget: element }: UIEvent<HTMLDivElement>) {
    if (element.scrollTop <= 0) onReachStart();
    else if (element.scrollTop + element.clientHeight >= element.scrollHeight - 1) onReachEnd();
  }

  return (
    <List
      ref={list}
      id={id}
      role="listbox"
      aria-label={t("Years")}
      tabIndex={-1}
      onScroll={handleScroll}
      onWheel={handleWheel}
    >
      {years.map((year) => (
        <YearOption
          key={year}
          id={`${id}-${year}`}
          role="option"
          aria-selected={year === selectedYear}
          data-active={year === activeYear || undefined}
          onPointerDown={(event) => event.preventDefault()}
          onClick={() => onSelect(year)}
        >
          {year}
          {year === selectedYear && <Icon name="check" />}
        </YearOption>
      ))}
    </List>
  );
}

/** First and last offered year, inclusive. */
interface YearRange {
  firstYear: number;
  lastYear: number;
}

const yearsPerSide = 5;

const maxYearsBack = 10;

/** Five years before and after this one, extended to the selected year. */
function createYearRange(thisYear: number, selected: number | undefined): YearRange {
  const includedYear = selected ?? thisYear;
  return {
    firstYear: Math.min(thisYear - yearsPerSide, includedYear),
    lastYear: Math.max(thisYear + yearsPerSide, includedYear),
  };
}

function extendForward({ firstYear, lastYear }: YearRange): YearRange {
  return { firstYear, lastYear: lastYear + 1 };
}

/** Adds a year at the start, unless the range already goes ten years back. */
function extendBack(range: YearRange, thisYear: number): YearRange {
  return range.firstYear > thisYear - maxYearsBack ? { ...range, firstYear: range.firstYear - 1 } : range;
}

function listYears({ firstYear, lastYear }: YearRange): number[] {
  return Array.from({ length: lastYear - firstYear + 1 }, (_, index) => firstYear + index);
}

const Trigger = styled.button<{ $empty: boolean }>`
  ${controlStyle}
  ${({ theme, $empty }) => css`
    display: flex;
    align-items: center;
    justify-content: space-between;
    text-align: start;

    /* CSS matches :read-only for every button. */
    &&:read-only:not(select) {
      background: ${theme.color.surface};
      color: ${$empty ? theme.color.textSubtle : theme.color.text};
    }

    > :last-child {
      color: ${theme.color.textMuted};
    }
  `}
`;

const Panel = styled(Popover.Content)`
  ${({ theme }) => css`
    z-index: ${theme.layer.menu};
    inline-size: var(--radix-popover-trigger-width);
    border: 1px solid ${theme.color.borderStrong};
    border-radius: ${theme.radius.toast};
    background: ${theme.color.surface};
    box-shadow: ${theme.shadow};
    overflow: hidden;
  `}
`;

const List = styled.div`
  ${({ theme }) => css`
    max-block-size: calc(${theme.size.menuEntry}px * 7.5);
    overflow: auto;
    overscroll-behavior: contain;
    outline: none;
  `}
`;

const YearOption = styled.div`
  ${typography("text")}
  ${({ theme }) => css`
    display: flex;
    align-items: center;
    justify-content: space-between;
    block-size: ${targetSize(theme.size.menuEntry)};
    padding-inline: ${theme.size.cellPadding};
    cursor: pointer;

    &:hover {
      background: ${theme.color.canvas};
    }

    &[data-active] {
      background: ${theme.color.accentSoft};
      color: ${theme.color.accent};
      font-weight: 600;
    }
  `}
`;
