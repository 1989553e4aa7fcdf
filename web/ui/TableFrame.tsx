import { type ReactNode, useId, useMemo } from "react";
import { useTheme } from "styled-components";
import { say } from "../lib/language.ts";
import { TableHead } from "./TableHead.tsx";
import { Heard } from "./TableHeard.ts";
import { type TableLayout, tableLayout } from "./TableLayout.ts";
import { TableSkeleton } from "./TableSkeleton.tsx";
import { Body, Cell, FooterBar, Root, Scroller, SumLine, Window } from "./TableStyle.ts";
import type { TableParts } from "./TableTypes.ts";
import { useFrameKeys } from "./useFrameKeys.ts";
import { usePhone } from "./usePhone.ts";
import { useVirtualRows } from "./useVirtualRows.ts";

interface FrameProps<Row, Item> extends TableParts<Row> {
  role: "grid" | "treegrid";
  items: readonly Item[];
  /** Both stable, see useVirtualRows. */
  keyOf(item: Item): string;
  sizeOf(item: Item, phone: boolean): number;
  renderItem(item: Item, place: Place): ReactNode;
  onItemOpen(item: Item): void;
  onItemSpace(item: Item): void;
  /** The arrow towards the end of a line opens, towards its start closes; answers the key the cursor goes to. */
  onFold?(item: Item, open: boolean): string | undefined;
}

/** Where and how an item is to be drawn. */
export interface Place {
  id: string;
  rowIndex: number;
  cursor: boolean;
  phone: boolean;
  layout: TableLayout;
}

/** Head, scroller, sums and bar of both kinds of table; knows items by key and height only. */
export function TableFrame<Row, Item>(props: FrameProps<Row, Item>) {
  const { label, role, columns, items, keyOf, sizeOf, renderItem, sums } = props;
  const id = useId();
  const theme = useTheme();
  const phone = usePhone();
  const actions = props.rowActions ? (props.actionSlots ?? 2) : 0;
  const layout = useMemo(() => tableLayout({ columns, actions, theme }), [columns, actions, theme]);
  const covered = sums && !phone ? theme.size.groupRow : 0;
  const rows = useVirtualRows({ items, keyOf, sizeOf, phone, covered });
  const keys = useFrameKeys({ ...props, phone, virtualizer: rows.virtualizer });
  const cursorShown = rows.visible.some((each) => each.index === keys.index);
  const loading = props.loading && items.length === 0;

  return (
    <Root $layout={layout}>
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
        {!phone && (
          <TableHead
            columns={columns}
            layout={layout}
            sort={props.sort}
            onSort={props.onSort}
            actions={actions ? say("Actions") : undefined}
          />
        )}
        <Body style={{ blockSize: loading ? undefined : rows.virtualizer.getTotalSize() }}>
          {loading && <TableSkeleton columns={columns} phone={phone} />}
          <Window style={{ transform: `translateY(${rows.offset}px)` }}>
            {rows.visible.map(({ index }) => {
              const item = items[index];
              if (item === undefined) return null;
              const cursor = index === keys.index;
              return renderItem(item, { id: `${id}-${index}`, rowIndex: index + 2, cursor, phone, layout });
            })}
          </Window>
        </Body>
        {sums && !phone && items.length > 0 && (
          <SumLine>
            {columns.map((column, at) => (
              <Cell key={column.key} $align={column.align} $offset={layout.offsets[at]}>
                {sums[column.key]}
              </Cell>
            ))}
            {actions > 0 && <Cell />}
          </SumLine>
        )}
      </Scroller>
      {!loading && items.length === 0 && props.empty}
      {props.footer !== undefined && <FooterBar>{props.footer}</FooterBar>}
      <Heard role="status">{props.announce}</Heard>
    </Root>
  );
}
