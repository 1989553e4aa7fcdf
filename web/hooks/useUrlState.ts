import { useCallback } from "react";
import { useSearchParams } from "react-router-dom";
import { type HistoryMode, useUpdateQuery } from "./useUpdateQuery.ts";

/** A value kept in the address, so that links and the Back button carry it; the default is left out. A sort order or typed text is no step to go back to: say `typed`. */
export function useUrlState(
  name: string,
  standard: string,
  step: HistoryMode = "chosen",
): readonly [string, (value: string) => void] {
  const [params] = useSearchParams();
  const change = useUpdateQuery();
  const set = useCallback(
    (value: string) => {
      change((query) => {
        if (value === standard) query.delete(name);
        else query.set(name, value);
      }, step);
    },
    [name, standard, step, change],
  );
  return [params.get(name) ?? standard, set];
}
