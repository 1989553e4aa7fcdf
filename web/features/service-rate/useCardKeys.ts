import type { KeyboardEvent } from "react";
import { useRowCursor } from "../../ui/table/useRowCursor.ts";
import type { ServiceRate } from "./serviceRateText.ts";

interface CardKeysInput {
  rates: readonly ServiceRate[];
  /** Cards beside each other. */
  columns: number;
  /** Lines of cards in sight. */
  visibleRowCount: number;
  onMove(index: number): void;
  onOpen(rate: ServiceRate): void;
  onSpace(rate: ServiceRate): void;
}

/** The keyboard walks the cards in both directions; Enter opens one, space switches it. */
export function useCardKeys({ rates, columns, visibleRowCount, onMove, onOpen, onSpace }: CardKeysInput) {
  const { index, item, moveTo } = useRowCursor({ items: rates, keyOf });

  function handleKeyDown(event: KeyboardEvent<HTMLElement>) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const forward = getComputedStyle(event.currentTarget).direction === "rtl" ? -1 : 1;
    const targets = new Map([
      ["ArrowRight", index + forward],
      ["ArrowLeft", index - forward],
      ["ArrowDown", index + columns],
      ["ArrowUp", index - columns],
      ["PageDown", index + columns * visibleRowCount],
      ["PageUp", index - columns * visibleRowCount],
      ["Home", 0],
      ["End", rates.length - 1],
    ]);
    const target = targets.get(event.key);
    if (target !== undefined) {
      event.preventDefault();
      event.currentTarget.focus();
      return onMove(moveTo(target));
    }
    if (item === undefined || event.target !== event.currentTarget) return;
    if (event.key !== "Enter" && event.key !== " ") return;
    event.preventDefault();
    if (event.key === "Enter") onOpen(item);
    else onSpace(item);
  }

  return { index, moveTo, handleKeyDown };
}

function keyOf({ RateID }: ServiceRate): string {
  return String(RateID);
}
