import { useVirtualizer } from "@tanstack/react-virtual";
import {
  type FocusEvent,
  type PointerEvent,
  useCallback,
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from "react";
import styled, { css, useTheme } from "styled-components";
import { say } from "../../lib/language.ts";
import type { RowState } from "../../ui/TableTypes.ts";
import type { ServiceRate } from "./RateText.ts";
import { type CardActions, ServiceChargeCard } from "./ServiceChargeCard.tsx";
import { useCardKeys } from "./ServiceChargeKeys.ts";

interface ServiceChargeCardsProps {
  rates: readonly ServiceRate[];
  stateOf: (id: number) => RowState;
  /** The rate whose plan is being made. */
  making: number | undefined;
  actions: CardActions;
}

/** The cards in as many columns as fit; only those in sight stand in the page. */
export function ServiceChargeCards({ rates, stateOf, making, actions }: ServiceChargeCardsProps) {
  const id = useId();
  const { cardHeight } = useTheme().size;
  const { scroller, columns } = useColumns();
  const lines = useMemo(() => inLines(rates, columns), [rates, columns]);
  const virtualizer = useVirtualizer({
    count: lines.length,
    getScrollElement: () => scroller.current,
    estimateSize: useCallback(() => cardHeight, [cardHeight]),
    overscan: 2,
  });
  const visible = virtualizer.getVirtualItems();
  const keys = useCardKeys({
    rates,
    columns,
    page: Math.max(1, visible.length - 4),
    onMove: (index) => virtualizer.scrollToIndex(Math.floor(index / columns), { align: "auto" }),
    onOpen: (rate) => actions.may.update && actions.onEdit(rate),
    onSpace: (rate) => actions.may.update && actions.onToggle(rate),
  });
  const cursorShown = visible.some(({ index }) => index === Math.floor(keys.index / columns));

  function handleFocus({ target, currentTarget }: FocusEvent<HTMLElement>) {
    if (keys.index >= 0 || target !== currentTarget || !currentTarget.matches(":focus-visible")) return;
    keys.moveTo((virtualizer.range?.startIndex ?? 0) * columns);
  }

  function handlePointerDown({ target }: PointerEvent) {
    const at = target instanceof Element ? target.closest("[data-at]")?.getAttribute("data-at") : undefined;
    if (at) keys.moveTo(Number(at));
  }

  return (
    <Scroller
      ref={scroller}
      role="grid"
      aria-label={say("Service Charges")}
      aria-rowcount={lines.length}
      aria-colcount={columns}
      aria-activedescendant={cursorShown && keys.index >= 0 ? `${id}-${keys.index}` : undefined}
      tabIndex={0}
      onKeyDown={keys.handleKeyDown}
      onFocus={handleFocus}
      onPointerDown={handlePointerDown}
    >
      <Body style={{ blockSize: virtualizer.getTotalSize() }}>
        <div role="none" style={{ transform: `translateY(${visible[0]?.start ?? 0}px)` }}>
          {visible.map(({ index: line }) => (
            <Line
              key={line}
              ref={virtualizer.measureElement}
              role="row"
              aria-rowindex={line + 1}
              data-index={line}
              $columns={columns}
            >
              {lines[line]?.map((rate, column) => {
                const at = line * columns + column;
                const { glow, editing } = stateOf(rate.RateID);
                return (
                  <ServiceChargeCard
                    key={rate.RateID}
                    rate={rate}
                    id={`${id}-${at}`}
                    at={at}
                    column={column + 1}
                    cursor={at === keys.index}
                    glow={glow}
                    editedBy={editing?.name}
                    making={rate.RateID === making}
                    actions={actions}
                  />
                );
              })}
            </Line>
          ))}
        </div>
      </Body>
    </Scroller>
  );
}

/** How many cards fit beside each other, followed while the window changes. */
function useColumns() {
  const scroller = useRef<HTMLDivElement>(null);
  const { card } = useTheme().size;
  const [columns, setColumns] = useState(1);
  useLayoutEffect(() => {
    const box = scroller.current;
    if (!box) return;
    const measure = () => setColumns(Math.max(1, Math.floor(box.clientWidth / card)));
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(box);
    return () => observer.disconnect();
  }, [card]);
  return { scroller, columns };
}

function inLines(rates: readonly ServiceRate[], columns: number): readonly (readonly ServiceRate[])[] {
  const count = Math.ceil(rates.length / columns);
  return Array.from({ length: count }, (_, line) => rates.slice(line * columns, (line + 1) * columns));
}

const Scroller = styled.div`
  ${({ theme: t }) => css`
    flex: 1;
    min-block-size: 0;
    overflow: auto;
    overflow-anchor: none;
    outline: none;
    border-block-start: 1px solid ${t.color.line};

    &:focus-within [data-cursor]::after {
      position: absolute;
      inset: 0;
      border: ${t.size.ring} solid ${t.color.accent};
      content: "";
      pointer-events: none;
    }
  `}
`;

const Line = styled.div<{ $columns: number }>`
  ${({ theme: t, $columns }) => css`
    display: grid;
    grid-template-columns: repeat(${$columns}, minmax(0, 1fr));

    > :nth-child(${$columns}) {
      padding-inline-end: ${t.size.gutter};
      border-inline-end: 0;
    }
  `}
`;

const Body = styled.div.attrs({ role: "rowgroup" })``;
