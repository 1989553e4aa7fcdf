import { useSearchParams } from "react-router-dom";
import { useChangeQuery } from "./lib/useChangeQuery.ts";
import { useHandler } from "./ui/useHandler.ts";

/** Whether the address holds any of these, and how to take all of them out of it in one step. */
export function useClearUrl(names: readonly string[]): { some: boolean; clear: () => void } {
  const [params] = useSearchParams();
  const change = useChangeQuery();
  const clear = useHandler(() => {
    change((query) => {
      for (const name of names) query.delete(name);
    }, "chosen");
  });
  return { some: names.some((name) => params.has(name)), clear };
}
