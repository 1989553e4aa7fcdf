import { useVirtualizer } from "@tanstack/react-virtual";
import { useCallback, useMemo, useRef, useState } from "react";
import { useTheme } from "styled-components";
import { withPreviousResult } from "../../hooks/withPreviousResult.ts";

interface VirtualRowsInput<Item> {
  items: readonly Item[];
  keyOf(item: Item): string;
  /** Height in pixels; must be the same for the same key. */
  heightOf(item: Item, isMobile: boolean): number;
  isMobile: boolean;
  /** Height of the sticky totals row in pixels. */
  totalsHeight: number;
}

/** The visible rows and a few around them. `keyOf` and `heightOf` must be stable: a new function lays out all rows again. */
export function useVirtualRows<Item>({ items, keyOf, heightOf, isMobile, totalsHeight }: VirtualRowsInput<Item>) {
  const scroller = useRef<HTMLDivElement>(null);
  const { tableHead } = useTheme().size;
  const margin = isMobile ? 0 : tableHead;
  const [reuse] = useState(() => withPreviousResult(reuseRowList<Item>));
  const list = useMemo(() => reuse({ items, keyOf }), [reuse, items, keyOf]);
  const estimateSize = useCallback(
    (index: number) => {
      const item = list.items[index];
      return item === undefined ? 0 : heightOf(item, isMobile);
    },
    [list, isMobile, heightOf],
  );
  const getItemKey = useCallback(
    (index: number) => {
      const item = list.items[index];
      return item === undefined ? index : keyOf(item);
    },
    [list, keyOf],
  );
  const virtualizer = useVirtualizer({
    count: items.length,
    getScrollElement: () => scroller.current,
    estimateSize,
    getItemKey,
    overscan: 8,
    scrollMargin: margin,
    scrollPaddingStart: margin,
    scrollPaddingEnd: totalsHeight,
  });
  const visible = virtualizer.getVirtualItems();
  return { scroller, virtualizer, visible, offset: (visible[0]?.start ?? margin) - margin };
}

type RowList<Item> = Pick<VirtualRowsInput<Item>, "items" | "keyOf">;

/**
 * The same object as long as the keys and their order are the same, so that replaced rows cause no new layout. Its items
 * are updated in place, so that the previous ones can be freed.
 */
function reuseRowList<Item>(now: RowList<Item>, before: RowList<Item> | undefined): RowList<Item> {
  if (!before || before.keyOf !== now.keyOf || before.items.length !== now.items.length) return now;
  const { keyOf } = now;
  if (!now.items.every((item, at) => hasSameKey(item, before.items[at], keyOf))) return now;
  before.items = now.items;
  return before;
}

function hasSameKey<Item>(item: Item, old: Item | undefined, keyOf: (item: Item) => string): boolean {
  return item === old || (old !== undefined && keyOf(item) === keyOf(old));
}
