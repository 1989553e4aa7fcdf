import { type UIEvent, useLayoutEffect, useRef, type WheelEvent } from "react";
import styled, { css } from "styled-components";
import { t } from "../../i18n/t.ts";
import { Icon } from "../../ui/icon/Icon.tsx";
import { touchSize, typography } from "../../ui/theme/theme.ts";

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
export function YearList({ id, years, active, selected, onSelect, onReachStart, onReachEnd }: YearListProps) {
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
