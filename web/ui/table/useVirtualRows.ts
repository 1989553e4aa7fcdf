import { useVirtualizer } from "@tanstack/react-virtual";
import { useCallback, useMemo, useRef, useState } from "react";
import { withPreviousResult } from "../../hooks/withPreviousResult.ts";

interface VirtualRowsInput<Item> {
  items: readonly Item[];
  keyOf(item: Item): string;
  /** Height in pixels. */
  heightOf(item: Item): number;
  /** Height of the sticky head in pixels. */
  headHeight: number;
  /** Height of the sticky totals row in pixels. */
  totalsHeight: number;
}

/**
 * The visible rows and a few before and after them. `offset` is the distance of the first one from the top of the body.
 * Keep `keyOf` and `heightOf` stable: a new function lays out all rows again.
 */
export function useVirtualRows<Item>({ items, keyOf, heightOf, headHeight, totalsHeight }: VirtualRowsInput<Item>) {
  const scroller = useRef<HTMLDivElement>(null);
  const [updateRowList] = useState(() => withPreviousResult(reuseRowList<Item>));
  const list = useMemo(() => updateRowList({ items, heightOf }), [updateRowList, items, heightOf]);
  const estimateSize = useCallback(
    (index: number) => {
      const item = list.items[index];
      return item === undefined ? 0 : heightOf(item);
    },
    [list, heightOf],
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
    scrollMargin: headHeight,
    scrollPaddingStart: headHeight,
    scrollPaddingEnd: totalsHeight,
  });
  const visibleRows = virtualizer.getVirtualItems();
  return { scroller, virtualizer, visibleRows, offset: (visibleRows[0]?.start ?? headHeight) - headHeight };
}

type RowList<Item> = Pick<VirtualRowsInput<Item>, "items" | "heightOf">;

/**
 * Returns the previous object while the heights and their order stay the same, so that replaced rows, or rows in
 * another order, cause no new layout. Puts the new items into that object, so that the replaced ones can be
 * garbage-collected.
 */
function reuseRowList<Item>(next: RowList<Item>, previous: RowList<Item> | undefined): RowList<Item> {
  if (!previous || previous.heightOf !== next.heightOf || previous.items.length !== next.items.length) return next;
  const { heightOf } = next;
  if (!next.items.every((item, index) => hasSameHeight(item, previous.items[index], heightOf))) return next;
  previous.items = next.items;
  return previous;
}

function hasSameHeight<Item>(item: Item, previousItem: Item | undefined, heightOf: (item: Item) => number): boolean {
  return item === previousItem || (previousItem !== undefined && heightOf(item) === heightOf(previousItem));
}
