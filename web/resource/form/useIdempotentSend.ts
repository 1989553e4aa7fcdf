import { useRef } from "react";
import { describeUnanswered } from "../../api/describeError.ts";
import { ApiError, isAnswerLost, isKeyExpired, refusesEarlierAttempts } from "../../api/request.ts";
import { serverNow } from "../../hooks/serverClock.ts";
import { useEvent } from "../../hooks/useEvent.ts";

/** Values that were sent and may have been saved. */
export interface SentEntry {
  /** Their idempotency key. */
  key: string;
  /** As they were sent first. */
  values: unknown;
  /** When they were sent first, in ms since 1970. */
  sentAt: number;
}

/** What may have been saved, by the text of the values (`textOfValues`). */
export type SentValues = Map<string, SentEntry>;

/** Where a form keeps what was sent, so that it survives a reload. */
interface SentValuesStore {
  read: () => SentValues;
  store: () => void;
}

/**
 * Returns a function that sends the values of a form under an idempotency key. Until a call succeeds, the same values
 * are sent under the same key, also after other values: the server may have saved them although its answer was lost.
 * If it may have forgotten the key by now, the call fails with a text that says so, and the next one gets a new key.
 */
export function useIdempotentSend(stored?: SentValuesStore) {
  const own = useRef<SentValues>(new Map());
  return useEvent(
    async <Values, Result>(values: Values, send: (key: string, values: Values) => Promise<Result>): Promise<Result> => {
      const sentValues = stored?.read() ?? own.current;
      const text = textOfValues(values);
      const earlier = sentValues.get(text);
      if (earlier && isKeyExpired(earlier.sentAt)) {
        sentValues.delete(text);
        stored?.store();
        throw new ApiError({ status: 409, message: describeUnanswered(earlier.sentAt), hasServerMessage: true });
      }
      const sent = earlier ?? { key: crypto.randomUUID(), values, sentAt: serverNow().getTime() };
      sentValues.set(text, sent);
      stored?.store();
      try {
        // Values with the same text have the same type.
        const result = await send(sent.key, sent.values as Values);
        sentValues.clear();
        return result;
      } catch (error) {
        // The key is dropped once no attempt can have saved the values. A first attempt has not if it was refused (4xx); a
        // failure of the server (5xx) can come after saving. After an earlier attempt without a certain result, only some
        // refusals rule out that one too.
        const isFirstRefused = error instanceof ApiError && error.status >= 400 && error.status < 500;
        if (earlier ? refusesEarlierAttempts(error) : isFirstRefused) {
          sentValues.delete(text);
          stored?.store();
        }
        throw error;
      }
    },
  );
}

/**
 * The text of the values that may have been saved although their last attempt failed with `error`; undefined if there
 * are none. `earlier` is what this function returned for the attempt before.
 */
export function textOfUnanswered(
  values: unknown,
  { error, earlier }: { error: unknown; earlier: string | undefined },
): string | undefined {
  const text = textOfValues(values);
  if (isAnswerLost(error)) return text;
  return earlier === text && !refusesEarlierAttempts(error) ? earlier : undefined;
}

/** Equal for the same values. Without empty ones: a field that was emptied again can be null or undefined. */
export function textOfValues(values: unknown): string {
  return JSON.stringify(values, (_name, value: unknown) => value ?? undefined);
}
