import { atom, useAtomValue } from "jotai";
import { useEffect } from "react";
import { store } from "../../hooks/store.ts";

const openFormCountAtom = atom(0);

/**
 * Counts a form as open while the component is mounted, so that a page is not unmounted when its permission is revoked.
 */
export function useMarkFormOpen(open = true): void {
  useEffect(() => {
    if (!open) return;
    store.set(openFormCountAtom, (count) => count + 1);
    return () => store.set(openFormCountAtom, (count) => count - 1);
  }, [open]);
}

/** Whether any form is open. */
export function useHasOpenForms(): boolean {
  return useAtomValue(openFormCountAtom, { store }) > 0;
}
