import { useCallback } from "react";
import { useSearchParams } from "react-router-dom";

/** Changes the query of the address as it stands at this moment: of two changes before the next drawing none is lost. */
export function useChangeQuery(): (change: (query: URLSearchParams) => void) => void {
  const [, setParams] = useSearchParams();
  return useCallback(
    (change) => {
      const query = new URLSearchParams(window.location.search);
      change(query);
      setParams(query, { replace: true });
    },
    [setParams],
  );
}
