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
import { t } from "../../i18n/t.ts";
import type { RowState } from "../../ui/table/tableTypes.ts";
import { type CardActions, ServiceRateCard } from "./ServiceRateCard.tsx";
import type { ServiceRate } from "./serviceRateText.ts";
import { useCardKeys } from "./useCardKeys.ts";

interface ServiceRateGridProps {
  rates: readonly ServiceRate[];
  rowState: (id: number) => RowState;
  /** The rate whose plan is being made. */
  generatingRateID: number | undefined;
  actions: CardActions;
}

/** The cards in as many columns as fit; only those in sight stand in the page. */
export function ServiceRateGrid({ rates, rowState, generatingRateID, actions }: ServiceRateGridProps) {
  const id = useId();
  const { cardHeight } = useTheme().size;
  const { scroller, columns } = useColumnCount();
  const lines = useMemo(() => splitIntoRows(rates, columns), [rates, columns]);
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
    visibleRowCount: Math.max(1, visible.length - 4),
    onMove: (index) => virtualizer.scrollToIndex(Math.floor(index / columns), { align: "auto" }),
    onOpen: (rate) => actions.can.update && actions.onEdit(rate),
    onSpace: (rate) => actions.can.update && actions.onToggle(rate),
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
      aria-label={t("Service Charges")}
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
            <GridRow
              key={line}
              ref={virtualizer.measureElement}
              role="row"
              aria-rowindex={line + 1}
              data-index={line}
              $columns={columns}
            >
              {lines[line]?.map((rate, column) => {
                const at = line * columns + column;
                const { highlight, editing } = rowState(rate.RateID);
                return (
                  <ServiceRateCard
                    key={rate.RateID}
                    rate={rate}
                    id={`${id}-${at}`}
                    index={at}
                    column={column + 1}
                    hasCursor={at === keys.index}
                    highlight={highlight}
                    editedBy={editing?.name}
                    isGeneratingPlan={rate.RateID === generatingRateID}
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

/** How many cards fit beside each other, followed while the window changes. */
function useColumnCount() {
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

function splitIntoRows(rates: readonly ServiceRate[], columns: number): readonly (readonly ServiceRate[])[] {
  const count = Math.ceil(rates.length / columns);
  return Array.from({ length: count }, (_, line) => rates.slice(line * columns, (line + 1) * columns));
}

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
