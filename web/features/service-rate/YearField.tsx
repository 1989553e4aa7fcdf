import { Popover } from "radix-ui";
import { type KeyboardEvent, type Ref, type UIEvent, useLayoutEffect, useRef, useState, type WheelEvent } from "react";
import { useController } from "react-hook-form";
import styled, { css } from "styled-components";
import { monthOf, societyToday } from "../../../shared/dates.ts";
import { t } from "../../i18n/t.ts";
import { type ControlProps, controlStyle, Field, Input } from "../../ui/form/Field.tsx";
import { type FormFieldProps, useFormField } from "../../ui/form/Form.tsx";
import { Icon } from "../../ui/icon/Icon.tsx";
import { touchSize, typography } from "../../ui/theme/theme.ts";

/** A year of a `Form`; the form holds a number, or `undefined` while none is chosen. */
export function YearField({ name, ...field }: FormFieldProps) {
  const { form, error, lockedReason } = useFormField(name, field);
  const { field: bound } = useController({ name, control: form.control });
  const held: unknown = bound.value;
  const year = typeof held === "number" ? held : undefined;
  return (
    <Field {...field} lockedReason={lockedReason} error={error}>
      {(control) =>
        lockedReason === undefined ? (
          <YearPicker control={control} ref={bound.ref} value={year} onChange={bound.onChange} onBlur={bound.onBlur} />
        ) : (
          <Input {...control} value={year ?? ""} readOnly />
        )
      }
    </Field>
  );
}

interface YearPickerProps {
  control: ControlProps;
  value: number | undefined;
  onChange(year: number): void;
  onBlur(): void;
  ref?: Ref<HTMLButtonElement>;
}

/** Chooses a year from a list that grows at its ends; the keyboard stays on the button, as with the browser's own select. */
function YearPicker({ control, value, onChange, onBlur, ref }: YearPickerProps) {
  const thisYear = monthOf(societyToday(new Date())).year;
  const [open, setOpen] = useState(false);
  const [range, setRange] = useState<YearRange>(() => createYearRange(thisYear, value));
  const [active, setActive] = useState(value ?? thisYear);
  const [typed, setTyped] = useState({ figures: "", at: 0 });
  const listId = `${control.id}-years`;

  function handleOpen(next: boolean) {
    if (next) {
      setRange(createYearRange(thisYear, value));
      setActive(value ?? thisYear);
    }
    setOpen(next);
  }

  function choose(year: number) {
    onChange(year);
    setOpen(false);
  }

  function moveTo(year: number) {
    const wider = year > range.last ? extendForward(range) : year < range.first ? extendBack(range, thisYear) : range;
    setRange(wider);
    setActive(Math.min(Math.max(year, wider.first), wider.last));
  }

  function type(figure: string, at: number) {
    const figures = at - typed.at < typeAheadResetMs ? typed.figures + figure : figure;
    setTyped({ figures, at });
    const found = listYears(range).find((year) => String(year).startsWith(figures));
    if (found === undefined) return;
    setActive(found);
    if (!open) onChange(found);
  }

  function handleKeyDown(event: KeyboardEvent) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (/^\d$/.test(event.key)) return type(event.key, event.timeStamp);
    const steps = new Map([
      ["ArrowDown", active + 1],
      ["ArrowUp", active - 1],
      ["Home", range.first],
      ["End", range.last],
    ]);
    const target = steps.get(event.key);
    if (target !== undefined) {
      event.preventDefault();
      if (open) moveTo(target);
      else handleOpen(true);
    } else if (open && (event.key === "Enter" || event.key === " ")) {
      event.preventDefault();
      choose(active);
    }
  }

  return (
    <Popover.Root open={open} onOpenChange={handleOpen}>
      <Popover.Trigger asChild>
        <Trigger
          {...control}
          ref={ref}
          type="button"
          role="combobox"
          aria-haspopup="listbox"
          aria-controls={open ? listId : undefined}
          aria-activedescendant={open ? `${listId}-${active}` : undefined}
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
          active={active}
          selected={value}
          onSelect={choose}
          onReachStart={() => setRange((shown) => extendBack(shown, thisYear))}
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
  /** The one the keyboard is on. */
  active: number;
  selected: number | undefined;
  onSelect(year: number): void;
  /** Scrolled to the first year, to the last one. */
  onReachStart(): void;
  onReachEnd(): void;
}

/** Years to choose from; asks for more at both ends and stays where it is when they come. */
function YearList({ id, years, active, selected, onSelect, onReachStart, onReachEnd }: YearListProps) {
  const list = useRef<HTMLDivElement>(null);
  const first = years[0] ?? active;
  const firstShown = useRef(first);
  const opened = useRef(false);

  useLayoutEffect(() => {
    const box = list.current;
    const line = box?.firstElementChild?.clientHeight ?? 0;
    if (box && first < firstShown.current) box.scrollTop += line * (firstShown.current - first);
    firstShown.current = first;
  }, [first]);

  // In the middle at first, so that there is something to scroll to on both sides.
  useLayoutEffect(() => {
    const option = list.current?.querySelector(`[id="${id}-${active}"]`);
    option?.scrollIntoView({ block: opened.current ? "nearest" : "center" });
    opened.current = true;
  }, [id, active]);

  function handleWheel({ currentTarget: box, deltaY }: WheelEvent<HTMLDivElement>) {
    if (deltaY < 0 && box.scrollTop <= 0) onReachStart();
  }

  function handleScroll({ currentTarget: box }: UIEvent<HTMLDivElement>) {
    if (box.scrollTop <= 0) onReachStart();
    else if (box.scrollTop + box.clientHeight >= box.scrollHeight - 1) onReachEnd();
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
          aria-selected={year === selected}
          data-active={year === active || undefined}
          onPointerDown={(event) => event.preventDefault()}
          onClick={() => onSelect(year)}
        >
          {year}
          {year === selected && <Icon name="check" />}
        </YearOption>
      ))}
    </List>
  );
}

/** The years offered at the moment, both ends included. */
interface YearRange {
  first: number;
  last: number;
}

const yearsPerSide = 5;

const maxYearsBack = 10;

/** Five years to each side of this one, and as far as the year already chosen. */
function createYearRange(thisYear: number, chosen: number | undefined): YearRange {
  const held = chosen ?? thisYear;
  return { first: Math.min(thisYear - yearsPerSide, held), last: Math.max(thisYear + yearsPerSide, held) };
}

/** One more year at the end, without a limit. */
function extendForward({ first, last }: YearRange): YearRange {
  return { first, last: last + 1 };
}

/** One more year at the start, back to ten years ago; the same object when there is none. */
function extendBack(range: YearRange, thisYear: number): YearRange {
  return range.first > thisYear - maxYearsBack ? { ...range, first: range.first - 1 } : range;
}

function listYears({ first, last }: YearRange): number[] {
  return Array.from({ length: last - first + 1 }, (_, index) => first + index);
}

const Trigger = styled.button<{ $empty: boolean }>`
  ${controlStyle}
  ${({ theme, $empty }) => css`
    display: flex;
    align-items: center;
    justify-content: space-between;
    text-align: start;
    cursor: pointer;

    /* A button counts as read-only to CSS, but this one is not. */
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
    block-size: ${touchSize(theme.size.menuEntry)};
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
