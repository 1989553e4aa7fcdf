import type { Virtualizer } from "@tanstack/react-virtual";
import { type FocusEvent, type KeyboardEvent, type MouseEvent, useState } from "react";

interface TableNavigationInput<Item> {
  items: readonly Item[];
  keyOf(item: Item): string;
  virtualizer: Virtualizer<HTMLDivElement, Element>;
  isMobile: boolean;
  onItemOpen(item: Item): void;
  onItemSpace(item: Item): void;
  onExpand?(item: Item, open: boolean): string | undefined;
}

/** Keyboard and pointer of a table: the cursor walks the rows, Enter and a double press open, space acts. */
export function useTableNavigation<Item>(input: TableNavigationInput<Item>) {
  const { items, keyOf, virtualizer, isMobile, onItemOpen, onItemSpace, onExpand } = input;
  const { index, item, moveTo } = useRowCursor(input);

  function walkTo(next: number) {
    virtualizer.scrollToIndex(moveTo(next), { align: "auto" });
  }

  function handleKeyDown(event: KeyboardEvent<HTMLElement>) {
    if (event.ctrlKey || event.metaKey || event.altKey || isTextInput(event.target)) return;
    // React tells of keys pressed in a cell's dialog too.
    if (event.target instanceof Node && !event.currentTarget.contains(event.target)) return;
    const fold = expandDirection(event);
    if (fold !== undefined && item !== undefined && onExpand) {
      event.preventDefault();
      event.currentTarget.focus({ preventScroll: true });
      const target = onExpand(item, fold);
      if (target !== undefined) walkTo(items.findIndex((each) => keyOf(each) === target));
      return;
    }
    const page = Math.max(1, virtualizer.getVirtualItems().length - 2 * virtualizer.options.overscan - 1);
    const next = targetIndex(index, event.key, { count: items.length, page });
    if (next !== undefined) {
      event.preventDefault();
      // A control pressed before keeps the focus otherwise, and space would press it again, in a row left behind.
      event.currentTarget.focus({ preventScroll: true });
      return walkTo(next);
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
    const at = rowIndexAt(event.target);
    const pressed = at === undefined ? undefined : items[at];
    if (at === undefined || pressed === undefined) return;
    moveTo(at);
    if (isMobile && !isInteractive(event.target)) onItemOpen(pressed);
  }

  function handleDoubleClick(event: MouseEvent<HTMLElement>) {
    const at = rowIndexAt(event.target);
    const pressed = at === undefined ? undefined : items[at];
    if (pressed !== undefined && !isInteractive(event.target)) onItemOpen(pressed);
  }

  const handlers = {
    onKeyDown: handleKeyDown,
    onFocus: handleFocus,
    onClick: handleClick,
    onDoubleClick: handleDoubleClick,
  };
  return { index, handlers };
}

function expandDirection(event: KeyboardEvent<HTMLElement>): boolean | undefined {
  if (event.key !== "ArrowLeft" && event.key !== "ArrowRight") return undefined;
  const mirrored = getComputedStyle(event.currentTarget).direction === "rtl";
  return (event.key === "ArrowRight") !== mirrored;
}

function isTextInput(target: EventTarget): boolean {
  return target instanceof Element && target.matches("input:not([type=checkbox]), select, textarea, [role=menuitem]");
}

function isInteractive(target: EventTarget): boolean {
  return target instanceof Element && target.closest("a, button, input, select, textarea, label, [role=menu]") !== null;
}

function rowIndexAt(target: EventTarget): number | undefined {
  if (!(target instanceof Element)) return undefined;
  const shown = target.closest("[aria-rowindex]")?.getAttribute("aria-rowindex");
  return shown ? Number(shown) - 2 : undefined;
}

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
