import { Direction, Popover } from "radix-ui";
import type { RefObject } from "react";
import { DayPicker } from "react-day-picker";
import styled, { css } from "styled-components";
import { targetSize, typography } from "../theme/theme.ts";
import { type UiTexts, useUiTexts } from "../uiTexts.ts";
import type { DayBounds } from "./typedDay.ts";

interface CalendarPopoverProps {
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
  /** The input below which the calendar opens, and which gets the focus back when it closes. */
  anchor: RefObject<HTMLInputElement | null>;
  /** All days are `YYYY-MM-DD`. */
  value: string | undefined;
  today: string;
  bounds: DayBounds;
  onPick: (day: string) => void;
}

/** A calendar to choose a day: arrow keys move by days and weeks, Page Up and Page Down by months. */
export function CalendarPopover({ isOpen, onOpenChange, anchor, value, today, bounds, onPick }: CalendarPopoverProps) {
  const { dates } = useUiTexts();
  const dir = Direction.useDirection();
  const selected = value === undefined ? undefined : toDate(value);
  const todayDate = toDate(today);
  const first = toDate(bounds.min || `${todayDate.getFullYear() - yearsAround}-01-01`);
  const last = toDate(bounds.max || `${todayDate.getFullYear() + yearsAround}-12-31`);

  function handleSelect(date: Date) {
    onPick(toDay(date));
    onOpenChange(false);
  }

  function handleCloseAutoFocus(event: Event) {
    event.preventDefault();
    anchor.current?.focus();
  }

  return (
    <Popover.Root modal open={isOpen} onOpenChange={onOpenChange}>
      {/* Radix reads the ref only while the calendar is open, when the input exists. */}
      <Popover.Anchor virtualRef={anchor as RefObject<HTMLInputElement>} />
      <Popover.Portal>
        <Panel
          aria-label={dates.choose}
          sideOffset={4}
          collisionPadding={8}
          onOpenAutoFocus={focusDay}
          onCloseAutoFocus={handleCloseAutoFocus}
        >
          <DayPicker
            mode="single"
            required
            showOutsideDays
            fixedWeeks
            captionLayout="dropdown"
            navLayout="around"
            dir={dir}
            weekStartsOn={1}
            today={todayDate}
            selected={selected}
            onSelect={handleSelect}
            defaultMonth={clamp(selected ?? todayDate, first, last)}
            startMonth={first}
            endMonth={last}
            disabled={{ before: first, after: last }}
            {...buildTexts(dates)}
          />
        </Panel>
      </Popover.Portal>
    </Popover.Root>
  );
}

/** Focuses the chosen day or today instead of the first button; `autoFocus` would run before the focus trap. */
function focusDay(event: Event) {
  const panel = event.currentTarget;
  const day = panel instanceof HTMLElement && panel.querySelector<HTMLElement>('.rdp-day_button[tabindex="0"]');
  if (!day) return;
  event.preventDefault();
  day.focus();
}

/** Number of years before and after this one that can be chosen if there are no bounds. */
const yearsAround = 10;

/** Names and labels in the current language. */
function buildTexts(dates: UiTexts["dates"]) {
  const describeDay = (date: Date) => `${dates.weekdays[date.getDay()]} ${date.getDate()} ${nameMonth(date)}`;
  const nameMonth = (date: Date) => dates.monthAndYear(date.getFullYear(), date.getMonth() + 1);
  return {
    formatters: {
      formatCaption: nameMonth,
      formatMonthDropdown: (date: Date) => dates.month(date.getMonth() + 1),
      formatWeekdayName: (date: Date) => dates.shortWeekdays[date.getDay()] ?? "",
    },
    labels: {
      labelGrid: nameMonth,
      labelDayButton: (date: Date, modifiers: Record<string, boolean>) =>
        modifiers.today ? `${dates.today}, ${describeDay(date)}` : describeDay(date),
      labelGridcell: describeDay,
      labelWeekday: (date: Date) => dates.weekdays[date.getDay()] ?? "",
      labelPrevious: () => dates.previousMonth,
      labelNext: () => dates.nextMonth,
      labelMonthDropdown: () => dates.monthLabel,
      labelYearDropdown: () => dates.yearLabel,
      labelNav: () => dates.choose,
    },
  };
}

/** Midnight in the browser's time zone, which is how the calendar counts days. */
function toDate(day: string): Date {
  const [year = 0, month = 1, dayOfMonth = 1] = day.split("-").map(Number);
  return new Date(year, month - 1, dayOfMonth);
}

function toDay(date: Date): string {
  const parts = [String(date.getFullYear()).padStart(4, "0"), date.getMonth() + 1, date.getDate()];
  return parts.map((part) => String(part).padStart(2, "0")).join("-");
}

function clamp(date: Date, first: Date, last: Date): Date {
  return date < first ? first : date > last ? last : date;
}

const Panel = styled(Popover.Content)`
  ${typography("text")}
  ${({ theme }) => css`
    z-index: ${theme.layer.menu};
    padding: ${theme.space.s};
    border: 1px solid ${theme.color.borderStrong};
    border-radius: ${theme.radius.dialog};
    background: ${theme.color.surface};
    color: ${theme.color.text};
    box-shadow: ${theme.shadow};

    .rdp-month {
      display: grid;
      grid-template-columns: auto 1fr auto;
      align-items: center;
      gap: ${theme.space.xs};
    }

    .rdp-month_grid {
      grid-column: 1 / -1;
      border-collapse: collapse;
    }

    .rdp-month_caption {
      justify-self: center;
    }

    .rdp-dropdowns {
      display: flex;
      gap: ${theme.space.xs};
    }

    .rdp-dropdown_root {
      position: relative;
    }

    /* The native select covers its label, which shows what is chosen. */
    .rdp-dropdown {
      position: absolute;
      inset: 0;
      inline-size: 100%;
      opacity: 0;
      cursor: pointer;
    }

    .rdp-caption_label {
      ${typography("strong")}
      display: inline-flex;
      align-items: center;
      gap: ${theme.space.xs};
      min-block-size: ${targetSize(theme.size.button)};
      padding-inline: ${theme.space.badge};
      border-radius: ${theme.radius.button};
    }

    .rdp-dropdown:focus-visible + .rdp-caption_label {
      outline: ${theme.size.ring} solid ${theme.color.accent};
    }

    .rdp-dropdown:hover + .rdp-caption_label {
      background: ${theme.color.canvas};
    }

    .rdp-chevron {
      inline-size: ${theme.size.icon}px;
      block-size: ${theme.size.icon}px;
      fill: ${theme.color.textMuted};
    }

    .rdp-root[dir="rtl"] > * > * > :is(.rdp-button_previous, .rdp-button_next) .rdp-chevron {
      scale: -1 1;
    }

    .rdp-button_previous,
    .rdp-button_next {
      display: grid;
      place-items: center;
      inline-size: ${targetSize(theme.size.button)};
      block-size: ${targetSize(theme.size.button)};
      border-radius: ${theme.radius.button};

      &:hover {
        background: ${theme.color.canvas};
      }

      &[aria-disabled="true"] {
        visibility: hidden;
      }
    }

    .rdp-weekday {
      ${typography("meta")}
      block-size: ${theme.size.tableHead}px;
      color: ${theme.color.textMuted};
    }

    .rdp-day {
      padding: 0;
    }

    .rdp-day_button {
      display: grid;
      place-items: center;
      inline-size: ${targetSize(theme.size.row)};
      block-size: ${targetSize(theme.size.button)};
      border-radius: ${theme.radius.button};
      font-variant-numeric: tabular-nums;

      &:hover:not(:disabled) {
        background: ${theme.color.accentSoft};
      }
    }

    .rdp-outside .rdp-day_button {
      color: ${theme.color.textSubtle};
    }

    .rdp-today .rdp-day_button {
      font-weight: 700;
      box-shadow: inset 0 0 0 1px ${theme.color.accent};
    }

    .rdp-selected .rdp-day_button {
      background: ${theme.color.accent};
      color: ${theme.color.onAccent};
    }

    .rdp-disabled .rdp-day_button {
      color: ${theme.color.borderStrong};
      text-decoration: line-through;
      cursor: not-allowed;
    }
  `}
`;
