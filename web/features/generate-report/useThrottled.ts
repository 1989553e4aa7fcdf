import { useCallback, useEffect, useRef } from "react";
import { useEvent } from "../../hooks/useEvent.ts";

/** Asks for a run: at once when the last is long enough past, else as soon as it is; many askings make one run. */
export function useThrottled(run: () => void, everyMs: number): () => void {
  const handle = useEvent(run);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const last = useRef(0);
  useEffect(
    () => () => {
      clearTimeout(timer.current);
      timer.current = undefined;
    },
    [],
  );
  return useCallback(() => {
    timer.current ??= setTimeout(
      () => {
        timer.current = undefined;
        last.current = Date.now();
        handle();
      },
      Math.max(0, last.current + everyMs - Date.now()),
    );
  }, [handle, everyMs]);
}
