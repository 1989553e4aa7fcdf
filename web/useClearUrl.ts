import { useSearchParams } from "react-router-dom";
import { useHandler } from "./ui/useHandler.ts";

/** Whether the address holds any of these, and how to take all of them out of it in one step. */
export function useClearUrl(names: readonly string[]): { some: boolean; clear: () => void } {
  const [params, setParams] = useSearchParams();
  const clear = useHandler(() => {
    const after = new URLSearchParams(params);
    for (const name of names) after.delete(name);
    setParams(after, { replace: true });
  });
  return { some: names.some((name) => params.has(name)), clear };
}
