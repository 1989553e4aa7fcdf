import { useCallback } from "react";
import { useSearchParams } from "react-router-dom";

/** A value kept in the address, so that links and the Back button carry it; the default is left out. */
export function useUrlState(name: string, standard: string): readonly [string, (value: string) => void] {
  const [params, setParams] = useSearchParams();
  const set = useCallback(
    (value: string) => {
      setParams(
        (before) => {
          const after = new URLSearchParams(before);
          if (value === standard) after.delete(name);
          else after.set(name, value);
          return after;
        },
        { replace: true },
      );
    },
    [name, standard, setParams],
  );
  return [params.get(name) ?? standard, set];
}
