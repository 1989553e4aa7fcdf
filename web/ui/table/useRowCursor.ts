import { useState } from "react";

interface CursorInput<Item> {
  items: readonly Item[];
  keyOf(item: Item): string;
}

/**
 * The row the keyboard is on, kept by key: rows may come, go and change places under it.
 * When its row goes, the cursor stays at the same height.
 */
export function useRowCursor<Item>({ items, keyOf }: CursorInput<Item>) {
  const [cursor, setCursor] = useState<{ key: string; index: number }>();
  const index = cursor ? findCursorIndex(items, keyOf, cursor) : -1;
  const item = items[index];
  const stale = cursor && item !== undefined && (cursor.index !== index || cursor.key !== keyOf(item));
  if (stale) setCursor({ key: keyOf(item), index });

  function moveTo(next: number) {
    const bounded = Math.max(0, Math.min(next, items.length - 1));
    const target = items[bounded];
    if (target !== undefined) setCursor({ key: keyOf(target), index: bounded });
    return bounded;
  }

  return { index, item, moveTo };
}

/** The index a key leads to, or undefined when the key does not move. */
export function targetIndex(
  index: number,
  key: string,
  { count, page }: { count: number; page: number },
): number | undefined {
  if (key === "ArrowDown") return index + 1;
  if (key === "ArrowUp") return index - 1;
  if (key === "PageDown") return index + page;
  if (key === "PageUp") return index - page;
  if (key === "Home") return 0;
  if (key === "End") return count - 1;
  return undefined;
}

function findCursorIndex<Item>(
  items: readonly Item[],
  keyOf: (item: Item) => string,
  cursor: { key: string; index: number },
) {
  const here = items[cursor.index];
  if (here !== undefined && keyOf(here) === cursor.key) return cursor.index;
  const moved = items.findIndex((item) => keyOf(item) === cursor.key);
  return moved >= 0 ? moved : Math.min(cursor.index, items.length - 1);
}
