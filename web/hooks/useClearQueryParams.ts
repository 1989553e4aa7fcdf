import { useSearchParams } from "react-router-dom";
import { useEvent } from "./useEvent.ts";
import { useUpdateQuery } from "./useUpdateQuery.ts";

/** Whether the address holds any of these, and how to take all of them out of it in one step. */
export function useClearQueryParams(names: readonly string[]): { hasAny: boolean; clear: () => void } {
  const [params] = useSearchParams();
  const change = useUpdateQuery();
  const clear = useEvent(() => {
    change((query) => {
      for (const name of names) query.delete(name);
    }, "chosen");
  });
  return { hasAny: names.some((name) => params.has(name)), clear };
}
