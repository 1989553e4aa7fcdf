import { useRef } from "react";
import { useEvent } from "../../hooks/useEvent.ts";

/**
 * Returns a function that sends the values of a form under an idempotency key. Until a call succeeds, the same values
 * are sent under the same key: the server may have saved them although its answer was lost.
 */
export function useIdempotencyKey() {
  const attempt = useRef<{ values: string; key: string }>(undefined);
  return useEvent(async <Result>(values: unknown, send: (key: string) => Promise<Result>): Promise<Result> => {
    const text = JSON.stringify(values);
    if (attempt.current?.values !== text) attempt.current = { values: text, key: crypto.randomUUID() };
    const result = await send(attempt.current.key);
    attempt.current = undefined;
    return result;
  });
}
