import { type ReactNode, useId, useMemo } from "react";
import { useTheme } from "styled-components";
import { useIsMobile } from "../../hooks/useIsMobile.ts";
import { t } from "../../i18n/t.ts";
import { VisuallyHidden } from "../text/VisuallyHidden.ts";
import { TableHead } from "./TableHead.tsx";
import { TableSkeleton } from "./TableSkeleton.tsx";
import { computeTableLayout, type TableLayout } from "./tableLayout.ts";
import { Cell, FooterBar, Scroller, TableBody, TableRoot, TotalsRow, VisibleRows } from "./tableStyles.ts";
import type { BaseTableProps } from "./tableTypes.ts";
import { useTableNavigation } from "./useTableNavigation.ts";
import { useVirtualRows } from "./useVirtualRows.ts";

interface VirtualTableProps<Row, Item> extends BaseTableProps<Row> {
  role: "grid" | "treegrid";
  items: readonly Item[];
  /** Both stable, see useVirtualRows. */
  keyOf(item: Item): string;
  heightOf(item: Item, phone: boolean): number;
  renderItem(item: Item, place: RowPlacement): ReactNode;
  onItemOpen(item: Item): void;
  onItemSpace(item: Item): void;
  /** The arrow towards the end of a line opens, towards its start closes; answers the key the cursor goes to. */
  onExpand?(item: Item, open: boolean): string | undefined;
}

/** Where and how an item is to be drawn. */
export interface RowPlacement {
  id: string;
  rowIndex: number;
  hasCursor: boolean;
  isMobile: boolean;
  layout: TableLayout;
}

/** Head, scroller, sums and bar of both kinds of table; knows items by key and height only. */
export function VirtualTable<Row, Item>(props: VirtualTableProps<Row, Item>) {
  const { label, role, columns, items, keyOf, heightOf, renderItem, totals } = props;
  const id = useId();
  const theme = useTheme();
  const isMobile = useIsMobile();
  const actionCount = props.rowActions ? (props.maxActions ?? 2) : 0;
  const layout = useMemo(() => computeTableLayout({ columns, actionCount, theme }), [columns, actionCount, theme]);
  const totalsHeight = totals && !isMobile ? theme.size.groupRow : 0;
  const rows = useVirtualRows({ items, keyOf, heightOf, isMobile, totalsHeight });
  const keys = useTableNavigation({ ...props, isMobile, virtualizer: rows.virtualizer });
  const cursorShown = rows.visible.some((each) => each.index === keys.index);
  const loading = props.loading && items.length === 0;

  return (
    <TableRoot $layout={layout}>
      <Scroller
        ref={rows.scroller}
        role={role}
        aria-label={label}
        aria-rowcount={items.length + 1}
        aria-busy={props.loading}
        aria-activedescendant={cursorShown ? `${id}-${keys.index}` : undefined}
        tabIndex={0}
        {...keys.handlers}
      >
        {!isMobile && (
          <TableHead
            columns={columns}
            layout={layout}
            sort={props.sort}
            onSort={props.onSort}
            actions={actionCount ? t("Actions") : undefined}
          />
        )}
        <TableBody style={{ blockSize: loading ? undefined : rows.virtualizer.getTotalSize() }}>
          {loading && <TableSkeleton columns={columns} isMobile={isMobile} />}
          <VisibleRows style={{ transform: `translateY(${rows.offset}px)` }}>
            {rows.visible.map(({ index }) => {
              const item = items[index];
              if (item === undefined) return null;
              const hasCursor = index === keys.index;
              return renderItem(item, { id: `${id}-${index}`, rowIndex: index + 2, hasCursor, isMobile, layout });
            })}
          </VisibleRows>
        </TableBody>
        {totals && !isMobile && items.length > 0 && (
          <TotalsRow>
            {columns.map((column, at) => (
              <Cell key={column.key} $align={column.align} $offset={layout.offsets[at]}>
                {totals[column.key]}
              </Cell>
            ))}
            {actionCount > 0 && <Cell />}
          </TotalsRow>
        )}
      </Scroller>
      {!loading && items.length === 0 && props.empty}
      {props.footer !== undefined && <FooterBar>{props.footer}</FooterBar>}
      <VisuallyHidden role="status">{props.announcement}</VisuallyHidden>
    </TableRoot>
  );
}
