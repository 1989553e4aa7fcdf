import { useCallback } from "react";
import { useSearchParams } from "react-router-dom";
import { useChangeQuery } from "./useChangeQuery.ts";

/** A value kept in the address, so that links and the Back button carry it; the default is left out. */
export function useUrlState(name: string, standard: string): readonly [string, (value: string) => void] {
  const [params] = useSearchParams();
  const change = useChangeQuery();
  const set = useCallback(
    (value: string) => {
      change((query) => {
        if (value === standard) query.delete(name);
        else query.set(name, value);
      });
    },
    [name, standard, change],
  );
  return [params.get(name) ?? standard, set];
}
