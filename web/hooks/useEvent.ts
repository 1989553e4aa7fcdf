import { useCallback, useLayoutEffect, useRef } from "react";

/** A stable function that calls the latest `handler`. Not for calls during rendering: it may call the previous one. */
export function useEvent<Args extends unknown[], Result>(
  handler: (...args: Args) => Result,
): (...args: Args) => Result {
  const latest = useRef(handler);
  useLayoutEffect(() => {
    latest.current = handler;
  });
  return useCallback((...args: Args) => latest.current(...args), []);
}
