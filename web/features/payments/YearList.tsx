import { type UIEvent, useLayoutEffect, useRef, type WheelEvent } from "react";
import styled, { css } from "styled-components";
import { say } from "../../lib/language.ts";
import { touchable, type } from "../../theme.ts";
import { Icon } from "../../ui/Icon.tsx";

interface YearListProps {
  id: string;
  years: readonly number[];
  /** The one the keyboard is on. */
  active: number;
  chosen: number | undefined;
  onChoose(year: number): void;
  /** Scrolled to the first year, to the last one. */
  onStart(): void;
  onEnd(): void;
}

/** Years to choose from; asks for more at both ends and stays where it is when they come. */
export function YearList({ id, years, active, chosen, onChoose, onStart, onEnd }: YearListProps) {
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
    if (deltaY < 0 && box.scrollTop <= 0) onStart();
  }

  function handleScroll({ currentTarget: box }: UIEvent<HTMLDivElement>) {
    if (box.scrollTop <= 0) onStart();
    else if (box.scrollTop + box.clientHeight >= box.scrollHeight - 1) onEnd();
  }

  return (
    <List
      ref={list}
      id={id}
      role="listbox"
      aria-label={say("Years")}
      tabIndex={-1}
      onScroll={handleScroll}
      onWheel={handleWheel}
    >
      {years.map((year) => (
        <Line
          key={year}
          id={`${id}-${year}`}
          role="option"
          aria-selected={year === chosen}
          data-active={year === active || undefined}
          onPointerDown={(event) => event.preventDefault()}
          onClick={() => onChoose(year)}
        >
          {year}
          {year === chosen && <Icon name="check" />}
        </Line>
      ))}
    </List>
  );
}

const List = styled.div`
  ${({ theme: t }) => css`
    max-block-size: calc(${t.size.menuEntry}px * 7.5);
    overflow: auto;
    overscroll-behavior: contain;
    outline: none;
  `}
`;

const Line = styled.div`
  ${type("text")}
  ${({ theme: t }) => css`
    display: flex;
    align-items: center;
    justify-content: space-between;
    block-size: ${touchable(t.size.menuEntry)};
    padding-inline: ${t.size.cellPad};
    cursor: pointer;

    &:hover {
      background: ${t.color.canvas};
    }

    &[data-active] {
      background: ${t.color.accentSoft};
      color: ${t.color.accent};
      font-weight: 600;
    }
  `}
`;
