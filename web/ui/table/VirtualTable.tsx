import { type PointerEvent, type ReactNode, useEffect, useId, useLayoutEffect, useRef } from "react";
import styled, { css, useTheme } from "styled-components";
import { useIsMobile } from "../../hooks/useIsMobile.ts";
import { SkeletonBar } from "../feedback/Loading.tsx";
import { Icon } from "../icon/Icon.tsx";
import { useScrollShadow } from "../scrollShadow.ts";
import { VisuallyHidden } from "../text/Text.tsx";
import { typography } from "../theme/theme.ts";
import { useUiTexts } from "../uiTexts.ts";
import { highlightOncePerChange } from "./rowParts.tsx";
import { parseSort } from "./sortRows.ts";
import {
  Cell,
  FooterBar,
  HeadCell,
  HeadRow,
  RowBox,
  Scroller,
  TableBody,
  TableRoot,
  TotalsRow,
  VisibleRows,
} from "./tableStyles.ts";
import type { BaseTableProps, Column, RowState } from "./tableTypes.ts";
import { type TableLayout, useTableLayout } from "./useTableLayout.ts";
import { useTableNavigation } from "./useTableNavigation.ts";
import { useVirtualRows } from "./useVirtualRows.ts";

interface VirtualTableProps<Row, Item> extends BaseTableProps<Row> {
  role: "grid" | "treegrid";
  items: readonly Item[];
  /** `keyOf` and `heightOf` must be stable, see useVirtualRows. */
  keyOf(item: Item): string;
  heightOf(item: Item): number;
  stateOf(item: Item): RowState | undefined;
  renderItem(item: Item, placement: RowPlacement<Row>, state: RowState | undefined): ReactNode;
  onItemOpen(item: Item): void;
  /** Called by the Space key on the row with the cursor. */
  onItemSpace(item: Item): void;
  /**
   * Called by the right and left arrow keys (swapped in right-to-left), which want the item expanded and collapsed.
   * Returns the key of the item to move the cursor to, if it moves.
   */
  onExpandKey?(item: Item, wantsExpanded: boolean): string | undefined;
}

/** What a row component needs to know about its table. */
export interface RowPlacement<Row> {
  id: string;
  /** `aria-rowindex`: 1 is the head; the first row is 2. */
  rowIndex: number;
  /** The keyboard cursor is on this row. */
  hasCursor: boolean;
  layout: TableLayout<Row>;
}

/** The common part of Table and GroupedTable: head, virtualized rows, totals, footer. The parent renders each row. */
export function VirtualTable<Row, Item>(props: VirtualTableProps<Row, Item>) {
  const texts = useUiTexts();
  const { label, role, items, keyOf, heightOf, stateOf, renderItem, totals } = props;
  const tableId = useId();
  const theme = useTheme();
  const isMobile = useIsMobile();
  const maxActionCount = props.rowActions ? (props.maxActions ?? 2) : 0;
  const totalsHeight = totals && !isMobile ? theme.size.groupRow : 0;
  const headHeight = props.hasTallHead ? theme.size.tableHeadTall : theme.size.tableHead;
  const virtualRows = useVirtualRows({
    items,
    keyOf,
    heightOf,
    headHeight: isMobile ? 0 : headHeight,
    totalsHeight,
  });
  const layout = useTableLayout({ scroller: virtualRows.scroller, columns: props.columns, maxActionCount, isMobile });
  const { columns } = layout;
  const navigation = useTableNavigation({
    ...props,
    isMobile,
    scroller: virtualRows.scroller,
    virtualizer: virtualRows.virtualizer,
  });
  useScrollShadow(virtualRows.scroller);
  useRevealRow({ items, keyOf, revealed: props.revealed, virtualizer: virtualRows.virtualizer });
  const visibleItems = virtualRows.visibleRows.flatMap(({ index }) => {
    const item = items[index];
    return item === undefined ? [] : [{ index, item }];
  });
  const states = highlightOncePerChange(visibleItems.map(({ item }) => stateOf(item)));
  useGrownCards({ ...virtualRows, isMobile, items, heightOf, states, elementId: (index) => `${tableId}-${index}` });
  const isCursorVisible = virtualRows.visibleRows.some(({ index }) => index === navigation.cursorIndex);
  const isLoading = props.loading && items.length === 0;

  return (
    <TableRoot $layout={layout}>
      <Scroller
        ref={virtualRows.scroller}
        role={role}
        aria-label={label}
        aria-rowcount={items.length + 1}
        aria-busy={props.loading}
        aria-activedescendant={isCursorVisible ? `${tableId}-${navigation.cursorIndex}` : undefined}
        tabIndex={0}
        onPointerOver={showCutOffText}
        {...navigation.handlers}
      >
        {!isMobile && (
          <TableHead
            layout={layout}
            isTall={props.hasTallHead ?? false}
            sort={props.sort}
            onSort={props.onSort}
            actionsTitle={maxActionCount ? texts.actions : undefined}
          />
        )}
        <TableBody style={{ blockSize: isLoading ? undefined : virtualRows.virtualizer.getTotalSize() }}>
          {isLoading && <TableSkeleton columns={columns} isMobile={isMobile} />}
          <VisibleRows style={{ transform: `translateY(${virtualRows.offset}px)` }}>
            {visibleItems.map(({ index, item }, position) => {
              const hasCursor = index === navigation.cursorIndex;
              const placement = { id: `${tableId}-${index}`, rowIndex: index + 2, hasCursor, layout };
              return renderItem(item, placement, states[position]);
            })}
          </VisibleRows>
        </TableBody>
        {totals && !isMobile && items.length > 0 && (
          <TotalsRow>
            {columns.map((column, index) => (
              <Cell key={column.key} $align={column.align} $stickyOffset={layout.stickyOffsets[index]}>
                {totals[column.key]}
              </Cell>
            ))}
            {maxActionCount > 0 && <Cell />}
          </TotalsRow>
        )}
      </Scroller>
      {!isLoading && items.length === 0 && props.empty}
      {props.footer !== undefined && <FooterBar>{props.footer}</FooterBar>}
      <VisuallyHidden role="status">{props.announcement}</VisuallyHidden>
    </TableRoot>
  );
}

/** Sets the full text of a cell as its tooltip if it is cut off. */
function showCutOffText({ target }: PointerEvent<HTMLElement>): void {
  const cell = target instanceof Element && target.closest("[role=gridcell], [role=columnheader]");
  if (!(cell instanceof HTMLElement)) return;
  const hasOwnTooltip = cell.querySelector("[title]") !== null;
  // Inline elements have no width, hidden texts have 1 px.
  const isCutOff = [cell, ...cell.querySelectorAll("*")].some(
    ({ clientWidth, scrollWidth }) => clientWidth > 1 && scrollWidth > clientWidth,
  );
  cell.title = isCutOff && !hasOwnTooltip ? cell.innerText : "";
}

interface GrownCardsInput<Item>
  extends Pick<VirtualTableProps<unknown, Item>, "items" | "heightOf">,
    Pick<ReturnType<typeof useVirtualRows<Item>>, "virtualizer" | "visibleRows"> {
  isMobile: boolean;
  /** Of the visible rows. */
  states: readonly (RowState | undefined)[];
  elementId(index: number): string;
}

/** Measures the cards that have grown with the reason of a failed change, and those that show it no longer. */
function useGrownCards<Item>(input: GrownCardsInput<Item>) {
  const { isMobile, items, heightOf, states, visibleRows, virtualizer, elementId } = input;
  useLayoutEffect(() => {
    if (!isMobile) return;
    visibleRows.forEach(({ index, size }, position) => {
      const item = items[index];
      if (item === undefined || (states[position]?.error === undefined && size === heightOf(item))) return;
      const card = document.getElementById(elementId(index));
      if (card) virtualizer.resizeItem(index, card.offsetHeight);
    });
  });
}

interface RevealRowInput<Item> extends Pick<VirtualTableProps<unknown, Item>, "items" | "keyOf" | "revealed"> {
  virtualizer: ReturnType<typeof useVirtualRows<Item>>["virtualizer"];
}

/** Scrolls once to each revealed row, as soon as it is among the items. */
function useRevealRow<Item>({ items, keyOf, revealed, virtualizer }: RevealRowInput<Item>) {
  const lastRevealed = useRef<object>(undefined);
  useEffect(() => {
    if (!revealed || lastRevealed.current === revealed) return;
    const index = items.findIndex((item) => keyOf(item) === revealed.key);
    if (index < 0) return;
    lastRevealed.current = revealed;
    virtualizer.scrollToIndex(index, { align: "auto" });
  }, [items, keyOf, revealed, virtualizer]);
}

interface TableHeadProps<Row> {
  layout: TableLayout<Row>;
  /** The titles may take two lines. */
  isTall: boolean;
  sort: string | undefined;
  onSort: ((sort: string) => void) | undefined;
  /** Title of the column of row actions, for screen readers; undefined without row actions. */
  actionsTitle: string | undefined;
}

function TableHead<Row>({ layout, isTall, sort, onSort, actionsTitle }: TableHeadProps<Row>) {
  const { key: sortKey, isDescending } = parseSort(sort);
  return (
    <HeadRow $isTall={isTall}>
      {layout.columns.map((column, index) => {
        const isSorted = column.key === sortKey;
        const isSortable = onSort && column.sortValue;
        return (
          <HeadCell
            key={column.key}
            $align={column.align}
            $stickyOffset={layout.stickyOffsets[index]}
            aria-sort={isSorted ? (isDescending ? "descending" : "ascending") : undefined}
          >
            {isSortable ? (
              <SortButton
                type="button"
                onClick={() => onSort(isSorted && !isDescending ? `-${column.key}` : column.key)}
              >
                {column.title}
                {isSorted && <Icon name={isDescending ? "arrow-down" : "arrow-up"} />}
              </SortButton>
            ) : column.isTitleHidden ? (
              <VisuallyHidden>{column.title}</VisuallyHidden>
            ) : (
              column.title
            )}
          </HeadCell>
        );
      })}
      {actionsTitle !== undefined && (
        <HeadCell>
          <VisuallyHidden>{actionsTitle}</VisuallyHidden>
        </HeadCell>
      )}
    </HeadRow>
  );
}

/** Placeholders for rows or cards while loading. */
function TableSkeleton<Row>({ columns, isMobile }: { columns: readonly Column<Row>[]; isMobile: boolean }) {
  if (isMobile) {
    return skeletonRows.map((rowNumber) => (
      <SkeletonCard key={rowNumber} aria-hidden="true">
        <SkeletonBar $width={skeletonWidths[rowNumber % skeletonWidths.length] ?? "70%"} />
        <SkeletonBar $width="30%" />
      </SkeletonCard>
    ));
  }
  return skeletonRows.map((rowNumber) => (
    <RowBox key={rowNumber} aria-hidden="true">
      {columns.map((column, index) => (
        <Cell key={column.key} $align={column.align}>
          <SkeletonBar $width={skeletonWidths[(rowNumber + index) % skeletonWidths.length] ?? "70%"} />
        </Cell>
      ))}
    </RowBox>
  ));
}

const skeletonRows = Array.from({ length: 12 }, (_, index) => index);

const skeletonWidths = ["70%", "55%", "80%", "45%"];

const SortButton = styled.button`
  display: inline-flex;
  align-items: center;
  gap: ${({ theme }) => theme.space.xs};
  border-radius: ${({ theme }) => theme.radius.badge};
  svg {
    inline-size: 1em;
    block-size: 1em;
  }
  ${typography("meta")}
  &:hover {
    color: ${({ theme }) => theme.color.text};
    text-decoration: underline;
  }
`;

const SkeletonCard = styled.div`
  ${({ theme }) => css`
    display: grid;
    align-content: center;
    gap: ${theme.space.m};
    block-size: ${theme.size.mobileRow}px;
    padding-inline: ${theme.space.l};
    border-block-end: 1px solid ${theme.color.border};
  `}
`;
