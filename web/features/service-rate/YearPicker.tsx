import { Popover } from "radix-ui";
import { type KeyboardEvent, type Ref, useState } from "react";
import styled, { css } from "styled-components";
import { monthOf, societyToday } from "../../../shared/dates.ts";
import { t } from "../../i18n/t.ts";
import { type ControlProps, controlStyle } from "../../ui/form/Field.tsx";
import { Icon } from "../../ui/icon/Icon.tsx";
import { YearList } from "./YearList.tsx";
import { createYearRange, extendBack, extendForward, listYears, type YearRange } from "./yearRange.ts";

interface YearPickerProps {
  control: ControlProps;
  value: number | undefined;
  onChange(year: number): void;
  onBlur(): void;
  ref?: Ref<HTMLButtonElement>;
}

/** Chooses a year from a list that grows at its ends; the keyboard stays on the button, as with the browser's own select. */
export function YearPicker({ control, value, onChange, onBlur, ref }: YearPickerProps) {
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
