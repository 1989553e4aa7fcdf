import { useRef } from "react";
import { isRefused } from "../../api/request.ts";
import { useEvent } from "../../hooks/useEvent.ts";
import { textOfValues } from "./useIdempotentSend.ts";

/**
 * Returns a function that sends a body made from the values of a form and from live rows. If the answer is lost, the
 * same values are sent with the same body again, because the server accepts no other one under their idempotency key.
 */
export function useRepeatedBody() {
  const bodyByValues = useRef(new Map<string, object>());
  return useEvent(async <Result>(values: unknown, body: object, send: (body: object) => Promise<Result>) => {
    const text = textOfValues(values);
    const sentBody = bodyByValues.current.get(text) ?? body;
    bodyByValues.current.set(text, sentBody);
    try {
      const result = await send(sentBody);
      bodyByValues.current.clear();
      return result;
    } catch (error) {
      // The next body may have other rows.
      if (isRefused(error)) bodyByValues.current.delete(text);
      throw error;
    }
  });
}
