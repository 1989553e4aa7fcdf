import { useVirtualizer } from "@tanstack/react-virtual";
import {
  type FocusEvent,
  type KeyboardEvent,
  type PointerEvent,
  useCallback,
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from "react";
import styled, { css, useTheme } from "styled-components";
import { t } from "../../i18n/t.ts";
import { SkeletonBar } from "../../ui/feedback/Loading.tsx";
import type { RowState } from "../../ui/table/tableTypes.ts";
import { useRowCursor } from "../../ui/table/useTableNavigation.ts";
import { type CardActions, ServiceRateCard } from "./ServiceRateCard.tsx";
import type { ServiceRate } from "./serviceRateText.ts";

interface ServiceRateGridProps {
  rates: readonly ServiceRate[];
  rowState: (rate: ServiceRate) => RowState;
  /** The rate whose plan is being generated. */
  generatingRateId: number | undefined;
  actions: CardActions;
}

/** Rows rendered beyond each edge of the visible area. */
const overscanRows = 2;

/** Cards in as many columns as fit; only visible rows are in the DOM. */
export function ServiceRateGrid({ rates, rowState, generatingRateId, actions }: ServiceRateGridProps) {
  const id = useId();
  const { cardHeight } = useTheme().size;
  const { scroller, columns } = useColumnCount();
  const rows = useMemo(() => splitIntoRows(rates, columns), [rates, columns]);
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: useCallback(() => cardHeight, [cardHeight]),
    overscan: overscanRows,
  });
  const visibleRows = virtualizer.getVirtualItems();
  const navigation = useCardNavigation({
    rates,
    columns,
    visibleRowCount: Math.max(1, visibleRows.length - 2 * overscanRows),
    onMove: (index) => virtualizer.scrollToIndex(Math.floor(index / columns), { align: "auto" }),
    onOpen: (rate) => actions.can.update && actions.onEdit(rate),
    onSpace: (rate) => actions.can.update && actions.onToggle(rate),
  });
  const isCursorVisible = visibleRows.some(({ index }) => index === Math.floor(navigation.index / columns));

  function handleFocus({ target, currentTarget }: FocusEvent<HTMLElement>) {
    if (navigation.index >= 0 || target !== currentTarget || !currentTarget.matches(":focus-visible")) return;
    navigation.moveTo((virtualizer.range?.startIndex ?? 0) * columns);
  }

  function handlePointerDown({ target }: PointerEvent) {
    const cardIndex =
      target instanceof Element ? target.closest("[data-card-index]")?.getAttribute("data-card-index") : undefined;
    if (cardIndex) navigation.moveTo(Number(cardIndex));
  }

  return (
    <Scroller
      ref={scroller}
      role="grid"
      aria-label={t("Service Charges")}
      aria-rowcount={rows.length}
      aria-colcount={columns}
      aria-activedescendant={isCursorVisible && navigation.index >= 0 ? `${id}-${navigation.index}` : undefined}
      tabIndex={0}
      onKeyDown={navigation.handleKeyDown}
      onFocus={handleFocus}
      onPointerDown={handlePointerDown}
    >
      <Body style={{ blockSize: virtualizer.getTotalSize() }}>
        <div role="none" style={{ transform: `translateY(${visibleRows[0]?.start ?? 0}px)` }}>
          {visibleRows.map(({ index: row }) => (
            <GridRow
              key={row}
              ref={virtualizer.measureElement}
              role="row"
              aria-rowindex={row + 1}
              data-index={row}
              $columns={columns}
            >
              {rows[row]?.map((rate, column) => {
                const cardIndex = row * columns + column;
                const { highlight, editing } = rowState(rate);
                return (
                  <ServiceRateCard
                    key={rate.RateID}
                    rate={rate}
                    id={`${id}-${cardIndex}`}
                    cardIndex={cardIndex}
                    columnNumber={column + 1}
                    hasCursor={cardIndex === navigation.index}
                    highlight={highlight}
                    editing={editing}
                    isGeneratingPlan={rate.RateID === generatingRateId}
                    actions={actions}
                  />
                );
              })}
            </GridRow>
          ))}
        </div>
      </Body>
    </Scroller>
  );
}

/** The scroller's ref and the number of cards that fit in a row of it, updated on resize. */
function useColumnCount() {
  const scroller = useRef<HTMLDivElement>(null);
  const { card } = useTheme().size;
  const [columns, setColumns] = useState(1);
  useLayoutEffect(() => {
    const element = scroller.current;
    if (!element) return;
    const measure = () => setColumns(Math.max(1, Math.floor(element.clientWidth / card)));
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [card]);
  return { scroller, columns };
}

function splitIntoRows(rates: readonly ServiceRate[], columns: number): readonly (readonly ServiceRate[])[] {
  const count = Math.ceil(rates.length / columns);
  return Array.from({ length: count }, (_, row) => rates.slice(row * columns, (row + 1) * columns));
}

interface CardNavigationInput {
  rates: readonly ServiceRate[];
  /** Cards in a row. */
  columns: number;
  visibleRowCount: number;
  onMove(index: number): void;
  onOpen(rate: ServiceRate): void;
  onSpace(rate: ServiceRate): void;
}

/** Arrow keys move between cards, Enter opens a card, space activates or deactivates its rate. */
function useCardNavigation({ rates, columns, visibleRowCount, onMove, onOpen, onSpace }: CardNavigationInput) {
  const { cursorIndex: index, cursorItem: item, moveTo } = useRowCursor({ items: rates, keyOf });

  function handleKeyDown(event: KeyboardEvent<HTMLElement>) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const forward = getComputedStyle(event.currentTarget).direction === "rtl" ? -1 : 1;
    const targets = new Map([
      ["ArrowRight", index + forward],
      ["ArrowLeft", index - forward],
      ["ArrowDown", index + columns],
      ["ArrowUp", index - columns],
      ["PageDown", index + columns * visibleRowCount],
      ["PageUp", index - columns * visibleRowCount],
      ["Home", 0],
      ["End", rates.length - 1],
    ]);
    const target = targets.get(event.key);
    if (target !== undefined) {
      event.preventDefault();
      event.currentTarget.focus();
      return onMove(moveTo(target));
    }
    if (item === undefined || event.target !== event.currentTarget) return;
    if (event.key !== "Enter" && event.key !== " ") return;
    event.preventDefault();
    if (event.key === "Enter") onOpen(item);
    else onSpace(item);
  }

  return { index, moveTo, handleKeyDown };
}

function keyOf({ RateID }: ServiceRate): string {
  return String(RateID);
}

export function ServiceRateSkeleton() {
  return (
    <Cards role="status" aria-label={t("Loading...")}>
      {placeholders.map((number) => (
        <Card key={number}>
          <SkeletonBar $width="55%" />
          <SkeletonBar $width="40%" />
          <SkeletonBar $width="90%" />
          <SkeletonBar $width="75%" />
        </Card>
      ))}
    </Cards>
  );
}

const placeholders = Array.from({ length: 6 }, (_, index) => index);

const Scroller = styled.div`
  ${({ theme }) => css`
    flex: 1;
    min-block-size: 0;
    overflow: auto;
    overflow-anchor: none;
    outline: none;
    border-block-start: 1px solid ${theme.color.border};

    &:focus-within [data-cursor]::after {
      position: absolute;
      inset: 0;
      border: ${theme.size.ring} solid ${theme.color.accent};
      content: "";
      pointer-events: none;
    }
  `}
`;

const GridRow = styled.div<{ $columns: number }>`
  ${({ theme, $columns }) => css`
    display: grid;
    grid-template-columns: repeat(${$columns}, minmax(0, 1fr));

    > :nth-child(${$columns}) {
      padding-inline-end: ${theme.size.gutter};
      border-inline-end: 0;
    }
  `}
`;

const Body = styled.div.attrs({ role: "rowgroup" })``;

const Cards = styled.div`
  ${({ theme }) => css`
    display: grid;
    grid-template-columns: repeat(auto-fill, minmax(min(100%, ${theme.size.card}px), 1fr));
    border-block-start: 1px solid ${theme.color.border};
  `}
`;

const Card = styled.div`
  ${({ theme }) => css`
    display: flex;
    flex-direction: column;
    justify-content: space-evenly;
    block-size: ${theme.size.cardHeight}px;
    padding: ${theme.space.m} ${theme.space.l};
    border-inline-end: 1px solid ${theme.color.border};
    border-block-end: 1px solid ${theme.color.border};
  `}
`;
