import { useRef } from "react";
import { isRefused } from "../../api/request.ts";
import { useEvent } from "../../hooks/useEvent.ts";

/** What was sent, by its text: the key, and the values as they were sent first. */
export type SentValues = Map<string, { key: string; values: unknown }>;

/** Where a form keeps what was sent, so that it survives a reload. */
interface SentValuesStore {
  read: () => SentValues;
  store: () => void;
}

/**
 * Returns a function that sends the values of a form under an idempotency key. Until a call succeeds, the same values
 * are sent under the same key, also after other values: the server may have saved them although its answer was lost.
 */
export function useIdempotencyKey(stored?: SentValuesStore) {
  const own = useRef<SentValues>(new Map());
  return useEvent(
    async <Values, Result>(values: Values, send: (key: string, values: Values) => Promise<Result>): Promise<Result> => {
      const sentValues = stored?.read() ?? own.current;
      const text = textOfValues(values);
      const earlier = sentValues.get(text);
      const sent = earlier ?? { key: crypto.randomUUID(), values };
      sentValues.set(text, sent);
      stored?.store();
      try {
        // Values with the same text have the same type.
        const result = await send(sent.key, sent.values as Values);
        sentValues.clear();
        return result;
      } catch (error) {
        // If the answer to an earlier attempt was lost, that attempt may have saved them all the same.
        if (!earlier && isRefused(error)) {
          sentValues.delete(text);
          stored?.store();
        }
        throw error;
      }
    },
  );
}

/** Equal for the same values. Without empty ones: a field that was emptied again can be null or undefined. */
export function textOfValues(values: unknown): string {
  return JSON.stringify(values, (_name, value: unknown) => value ?? undefined);
}
