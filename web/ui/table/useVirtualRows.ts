import { useVirtualizer } from "@tanstack/react-virtual";
import { useCallback, useMemo, useRef, useState } from "react";
import { useTheme } from "styled-components";
import { withPreviousResult } from "../../hooks/useIncremental.ts";

interface VirtualRowsInput<Item> {
  items: readonly Item[];
  keyOf(item: Item): string;
  /** Height in pixels; the same for the same key. */
  heightOf(item: Item, phone: boolean): number;
  isMobile: boolean;
  /** Pixels of the scroller that the sums cover at its end. */
  totalsHeight: number;
}

/** Only the rows in sight and a few at each side. Both functions must be stable: a new one lays out all rows anew. */
export function useVirtualRows<Item>({ items, keyOf, heightOf, isMobile, totalsHeight }: VirtualRowsInput<Item>) {
  const scroller = useRef<HTMLDivElement>(null);
  const { tableHead } = useTheme().size;
  const margin = isMobile ? 0 : tableHead;
  const [layOut] = useState(() => withPreviousResult(reuseRowList<Item>));
  const laid = useMemo(() => layOut({ items, keyOf }), [layOut, items, keyOf]);
  const estimateSize = useCallback(
    (index: number) => {
      const item = laid.items[index];
      return item === undefined ? 0 : heightOf(item, isMobile);
    },
    [laid, isMobile, heightOf],
  );
  const getItemKey = useCallback(
    (index: number) => {
      const item = laid.items[index];
      return item === undefined ? index : keyOf(item);
    },
    [laid, keyOf],
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
 * What was laid out before, as long as no item comes, goes or moves: one that is only replaced stays where it is. It takes
 * over the items, so that those of before are kept by nobody.
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
