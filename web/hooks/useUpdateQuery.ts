import { useCallback } from "react";
import { useSearchParams } from "react-router-dom";

/**
 * What is chosen is a step of its own, which the Back button takes back; what is typed or put right by itself takes the
 * place of the step before.
 */
export type HistoryMode = "chosen" | "typed";

/** Changes the query of the address as it stands at this moment: of two changes before the next drawing none is lost. */
export function useUpdateQuery(): (change: (query: URLSearchParams) => void, step: HistoryMode) => void {
  const [, setParams] = useSearchParams();
  return useCallback(
    (change, step) => {
      const query = new URLSearchParams(window.location.search);
      const before = query.toString();
      change(query);
      if (query.toString() !== before) setParams(query, { replace: step === "typed" });
    },
    [setParams],
  );
}
