import { useRef } from "react";
import { useEvent } from "../../hooks/useEvent.ts";

/**
 * Returns a function that sends the values of a form under an idempotency key. Until a call succeeds, the same values
 * are sent under the same key, also after other values: the server may have saved them although its answer was lost.
 */
export function useIdempotencyKey() {
  const keyByValues = useRef(new Map<string, string>());
  return useEvent(async <Result>(values: unknown, send: (key: string) => Promise<Result>): Promise<Result> => {
    const text = JSON.stringify(values);
    const key = keyByValues.current.get(text) ?? crypto.randomUUID();
    keyByValues.current.set(text, key);
    const result = await send(key);
    keyByValues.current.clear();
    return result;
  });
}
