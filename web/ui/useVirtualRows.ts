import { useVirtualizer } from "@tanstack/react-virtual";
import { useCallback, useRef } from "react";
import { useTheme } from "styled-components";

interface VirtualInput<Item> {
  items: readonly Item[];
  keyOf(item: Item): string;
  /** Height in pixels. */
  sizeOf(item: Item, phone: boolean): number;
  phone: boolean;
  /** Pixels of the scroller that the sums cover at its end. */
  covered: number;
}

/** Only the rows in sight and a few at each side. Both functions must be stable: a new one lays out all rows anew. */
export function useVirtualRows<Item>({ items, keyOf, sizeOf, phone, covered }: VirtualInput<Item>) {
  const scroller = useRef<HTMLDivElement>(null);
  const { tableHead } = useTheme().size;
  const margin = phone ? 0 : tableHead;
  const estimateSize = useCallback(
    (index: number) => {
      const item = items[index];
      return item === undefined ? 0 : sizeOf(item, phone);
    },
    [items, phone, sizeOf],
  );
  const getItemKey = useCallback(
    (index: number) => {
      const item = items[index];
      return item === undefined ? index : keyOf(item);
    },
    [items, keyOf],
  );
  const virtualizer = useVirtualizer({
    count: items.length,
    getScrollElement: () => scroller.current,
    estimateSize,
    getItemKey,
    overscan: 8,
    scrollMargin: margin,
    scrollPaddingStart: margin,
    scrollPaddingEnd: covered,
  });
  const visible = virtualizer.getVirtualItems();
  return { scroller, virtualizer, visible, offset: (visible[0]?.start ?? margin) - margin };
}
