import type { Virtualizer } from "@tanstack/react-virtual";
import { type FocusEvent, type KeyboardEvent, type MouseEvent, type RefObject, useEffect, useState } from "react";
import { useEvent } from "../../hooks/useEvent.ts";
import { focusSearchBox, registerTable } from "./tableCommands.ts";

interface TableNavigationInput<Item> {
  /** The element of the table. */
  scroller: RefObject<HTMLDivElement | null>;
  items: readonly Item[];
  keyOf(item: Item): string;
  virtualizer: Virtualizer<HTMLDivElement, Element>;
  isMobile: boolean;
  onItemOpen(item: Item): void;
  onItemSpace(item: Item): void;
  /**
   * Called by a key that expands or collapses an item. Returns the key of the item to move the cursor to, if it moves.
   */
  onExpandKey?(item: Item, wantsExpanded: boolean): string | undefined;
}

/**
 * Handles keys and clicks on a table: keys move the cursor, Enter and double click open a row, Space calls
 * `onItemSpace`, Escape focuses the search box. Registers the table, so that the search box can open its first row.
 */
export function useTableNavigation<Item>(input: TableNavigationInput<Item>) {
  const { scroller, items, keyOf, virtualizer, isMobile, onItemOpen, onItemSpace, onExpandKey } = input;
  const { cursorIndex, cursorItem, moveTo } = useRowCursor(input);

  function moveAndScrollTo(index: number) {
    virtualizer.scrollToIndex(moveTo(index), { align: "auto" });
  }

  const focusFirstRow = useEvent(() => {
    if (items.length === 0) return;
    scroller.current?.focus({ preventScroll: true });
    moveAndScrollTo(0);
  });
  const openFirstRow = useEvent(() => {
    const [first] = items;
    if (first === undefined) return;
    moveTo(0);
    onItemOpen(first);
  });
  useEffect(
    () => (scroller.current ? registerTable(scroller.current, { focusFirstRow, openFirstRow }) : undefined),
    [scroller, focusFirstRow, openFirstRow],
  );

  function handleKeyDown(event: KeyboardEvent<HTMLElement>) {
    if (event.ctrlKey || event.metaKey || event.altKey || handlesOwnKeys(event.target)) return;
    // Key events of dialogs rendered by a cell bubble through React's tree to the table.
    if (event.target instanceof Node && !event.currentTarget.contains(event.target)) return;
    const wantsExpanded = readExpandKey(event);
    if (wantsExpanded !== undefined && cursorItem !== undefined && onExpandKey) {
      event.preventDefault();
      event.currentTarget.focus({ preventScroll: true });
      const targetKey = onExpandKey(cursorItem, wantsExpanded);
      if (targetKey !== undefined) moveAndScrollTo(items.findIndex((item) => keyOf(item) === targetKey));
      return;
    }
    const pageLength = Math.max(1, virtualizer.getVirtualItems().length - 2 * virtualizer.options.overscan - 1);
    const targetIndex = findTargetIndex(cursorIndex, event.key, { rowCount: items.length, pageLength });
    if (targetIndex !== undefined) {
      event.preventDefault();
      // A control that was clicked before would otherwise keep the focus, and Space would press the control again.
      event.currentTarget.focus({ preventScroll: true });
      return moveAndScrollTo(targetIndex);
    }
    if (event.target !== event.currentTarget) return;
    if (event.key === "Escape" && focusSearchBox(event.currentTarget)) return event.preventDefault();
    if (event.key === "Tab" && !event.shiftKey && focusCursorRow(event.currentTarget)) return event.preventDefault();
    if (cursorItem === undefined) return;
    if (event.key !== "Enter" && event.key !== " ") return;
    event.preventDefault();
    if (event.key === "Enter") return onItemOpen(cursorItem);
    onItemSpace(cursorItem);
  }

  function handleFocus(event: FocusEvent<HTMLElement>) {
    if (cursorIndex >= 0 || event.target !== event.currentTarget || !event.currentTarget.matches(":focus-visible"))
      return;
    moveTo(virtualizer.range?.startIndex ?? 0);
  }

  function handleClick(event: MouseEvent<HTMLElement>) {
    const clickedIndex = findItemIndex(event.target);
    const clickedItem = items[clickedIndex];
    if (clickedItem === undefined) return;
    moveTo(clickedIndex);
    if (isMobile && !isInteractive(event.target)) onItemOpen(clickedItem);
  }

  function handleDoubleClick(event: MouseEvent<HTMLElement>) {
    const clickedItem = items[findItemIndex(event.target)];
    if (clickedItem !== undefined && !isInteractive(event.target)) onItemOpen(clickedItem);
  }

  const handlers = {
    onKeyDown: handleKeyDown,
    onFocus: handleFocus,
    onClick: handleClick,
    onDoubleClick: handleDoubleClick,
  };
  return { cursorIndex, handlers };
}

/** True if the key expands, false if it collapses; undefined for other keys. */
function readExpandKey(event: KeyboardEvent<HTMLElement>): boolean | undefined {
  if (event.key !== "ArrowLeft" && event.key !== "ArrowRight") return undefined;
  const isRtl = getComputedStyle(event.currentTarget).direction === "rtl";
  return (event.key === "ArrowRight") !== isRtl;
}

/** Focuses the first control of the row with the cursor that can have the focus; false if there is none. */
function focusCursorRow(table: HTMLElement): boolean {
  const controls = table.querySelectorAll<HTMLElement>(
    "[data-cursor] :is(a, button, input, [tabindex]):not([tabindex='-1'])",
  );
  for (const control of controls) {
    control.focus();
    // A disabled or hidden control does not take it.
    if (document.activeElement === control) return true;
  }
  return false;
}

function handlesOwnKeys(target: EventTarget): boolean {
  return target instanceof Element && target.matches("input:not([type=checkbox]), select, textarea, [role=menuitem]");
}

function isInteractive(target: EventTarget): boolean {
  return target instanceof Element && target.closest("a, button, input, select, textarea, label, [role=menu]") !== null;
}

/** The index of the item whose row contains the element; -1 for an element outside of the rows. */
function findItemIndex(target: EventTarget): number {
  const row = target instanceof Element ? target.closest("[aria-rowindex]") : undefined;
  // aria-rowindex is 1 for the head and 2 for the first item.
  return row ? Number(row.getAttribute("aria-rowindex")) - 2 : -1;
}

type CursorInput<Item> = Pick<TableNavigationInput<Item>, "items" | "keyOf">;

/** The keyboard cursor. Stays on its row when rows move; if the row is removed, the cursor stays at the same index. */
function useRowCursor<Item>({ items, keyOf }: CursorInput<Item>) {
  const [cursor, setCursor] = useState<{ key: string; index: number }>();
  const cursorIndex = cursor ? findCursorIndex(items, keyOf, cursor) : -1;
  const cursorItem = items[cursorIndex];
  const hasMoved =
    cursor && cursorItem !== undefined && (cursor.index !== cursorIndex || cursor.key !== keyOf(cursorItem));
  if (hasMoved) setCursor({ key: keyOf(cursorItem), index: cursorIndex });

  /** Moves the cursor to an existing row and returns its index. */
  function moveTo(index: number) {
    const boundedIndex = Math.max(0, Math.min(index, items.length - 1));
    const target = items[boundedIndex];
    if (target !== undefined) setCursor({ key: keyOf(target), index: boundedIndex });
    return boundedIndex;
  }

  return { cursorIndex, cursorItem, moveTo };
}

/** The index that a key moves the cursor to, not limited to the existing rows; undefined for other keys. */
function findTargetIndex(
  cursorIndex: number,
  key: string,
  { rowCount, pageLength }: { rowCount: number; pageLength: number },
): number | undefined {
  if (key === "ArrowDown") return cursorIndex + 1;
  if (key === "ArrowUp") return cursorIndex - 1;
  if (key === "PageDown") return cursorIndex + pageLength;
  if (key === "PageUp") return cursorIndex - pageLength;
  if (key === "Home") return 0;
  if (key === "End") return rowCount - 1;
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
