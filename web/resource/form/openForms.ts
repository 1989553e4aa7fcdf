import { atom, useAtomValue } from "jotai";
import { useEffect } from "react";
import { store } from "../../hooks/store.ts";

const openFormCountAtom = atom(0);

/** Somebody may be typing as long as this is there: the page under it is not taken away. */
export function useMarkFormOpen(open = true): void {
  useEffect(() => {
    if (!open) return;
    store.set(openFormCountAtom, (count) => count + 1);
    return () => store.set(openFormCountAtom, (count) => count - 1);
  }, [open]);
}

/** Is there a form that holds what somebody typed? */
export function useHasOpenForms(): boolean {
  return useAtomValue(openFormCountAtom, { store }) > 0;
}
