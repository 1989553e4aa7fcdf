import { useCallback, useLayoutEffect, useRef } from "react";

/** A function that never changes identity and always runs the latest `handler`. Called while rendering, it may be one render behind. */
export function useEvent<Args extends unknown[], Result>(
  handler: (...args: Args) => Result,
): (...args: Args) => Result {
  const latest = useRef(handler);
  useLayoutEffect(() => {
    latest.current = handler;
  });
  return useCallback((...args: Args) => latest.current(...args), []);
}
