import type { Virtualizer } from "@tanstack/react-virtual";
import { type FocusEvent, type KeyboardEvent, type MouseEvent, useState } from "react";

interface TableNavigationInput<Item> {
  items: readonly Item[];
  keyOf(item: Item): string;
  virtualizer: Virtualizer<HTMLDivElement, Element>;
  isMobile: boolean;
  onItemOpen(item: Item): void;
  onItemSpace(item: Item): void;
  /** Called when a key expands or collapses the item. Returns the key of the item to move the cursor to; undefined leaves it. */
  onExpandedChange?(item: Item, open: boolean): string | undefined;
}

/** Handles keyboard and mouse of a table: keys move the cursor, Enter and double click open a row, Space calls `onItemSpace`. */
export function useTableNavigation<Item>(input: TableNavigationInput<Item>) {
  const { items, keyOf, virtualizer, isMobile, onItemOpen, onItemSpace, onExpandedChange } = input;
  const { index, item, moveTo } = useRowCursor(input);

  function scrollToRow(next: number) {
    virtualizer.scrollToIndex(moveTo(next), { align: "auto" });
  }

  function handleKeyDown(event: KeyboardEvent<HTMLElement>) {
    if (event.ctrlKey || event.metaKey || event.altKey || handlesOwnKeys(event.target)) return;
    // Key events of dialogs rendered by a cell bubble through React's tree to the table.
    if (event.target instanceof Node && !event.currentTarget.contains(event.target)) return;
    const open = expandDirection(event);
    if (open !== undefined && item !== undefined && onExpandedChange) {
      event.preventDefault();
      event.currentTarget.focus({ preventScroll: true });
      const targetKey = onExpandedChange(item, open);
      if (targetKey !== undefined) scrollToRow(items.findIndex((candidate) => keyOf(candidate) === targetKey));
      return;
    }
    const page = Math.max(1, virtualizer.getVirtualItems().length - 2 * virtualizer.options.overscan - 1);
    const next = targetIndex(index, event.key, { count: items.length, page });
    if (next !== undefined) {
      event.preventDefault();
      // Without this, a control that was clicked before keeps the focus, and Space presses it again.
      event.currentTarget.focus({ preventScroll: true });
      return scrollToRow(next);
    }
    if (item === undefined || event.target !== event.currentTarget) return;
    if (event.key !== "Enter" && event.key !== " ") return;
    event.preventDefault();
    if (event.key === "Enter") return onItemOpen(item);
    onItemSpace(item);
  }

  function handleFocus(event: FocusEvent<HTMLElement>) {
    if (index >= 0 || event.target !== event.currentTarget || !event.currentTarget.matches(":focus-visible")) return;
    moveTo(virtualizer.range?.startIndex ?? 0);
  }

  function handleClick(event: MouseEvent<HTMLElement>) {
    const clickedIndex = itemIndexOf(event.target);
    const clicked = clickedIndex === undefined ? undefined : items[clickedIndex];
    if (clickedIndex === undefined || clicked === undefined) return;
    moveTo(clickedIndex);
    if (isMobile && !isInteractive(event.target)) onItemOpen(clicked);
  }

  function handleDoubleClick(event: MouseEvent<HTMLElement>) {
    const clickedIndex = itemIndexOf(event.target);
    const clicked = clickedIndex === undefined ? undefined : items[clickedIndex];
    if (clicked !== undefined && !isInteractive(event.target)) onItemOpen(clicked);
  }

  const handlers = {
    onKeyDown: handleKeyDown,
    onFocus: handleFocus,
    onClick: handleClick,
    onDoubleClick: handleDoubleClick,
  };
  return { index, handlers };
}

/** True if the key expands, false if it collapses; undefined for other keys. */
function expandDirection(event: KeyboardEvent<HTMLElement>): boolean | undefined {
  if (event.key !== "ArrowLeft" && event.key !== "ArrowRight") return undefined;
  const isRtl = getComputedStyle(event.currentTarget).direction === "rtl";
  return (event.key === "ArrowRight") !== isRtl;
}

function handlesOwnKeys(target: EventTarget): boolean {
  return target instanceof Element && target.matches("input:not([type=checkbox]), select, textarea, [role=menuitem]");
}

function isInteractive(target: EventTarget): boolean {
  return target instanceof Element && target.closest("a, button, input, select, textarea, label, [role=menu]") !== null;
}

/** The index of the item whose row contains the element. */
function itemIndexOf(target: EventTarget): number | undefined {
  if (!(target instanceof Element)) return undefined;
  const rowIndex = target.closest("[aria-rowindex]")?.getAttribute("aria-rowindex");
  // aria-rowindex starts at 1 for the head.
  return rowIndex ? Number(rowIndex) - 2 : undefined;
}

interface CursorInput<Item> {
  items: readonly Item[];
  keyOf(item: Item): string;
}

/** The row with the keyboard cursor. It follows the row's key; if the row is removed, the cursor stays at the same index. */
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

/** The index that a key moves the cursor to, not limited to the existing rows; undefined for other keys. */
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
  const itemAtIndex = items[cursor.index];
  if (itemAtIndex !== undefined && keyOf(itemAtIndex) === cursor.key) return cursor.index;
  const indexOfKey = items.findIndex((item) => keyOf(item) === cursor.key);
  return indexOfKey >= 0 ? indexOfKey : Math.min(cursor.index, items.length - 1);
}
