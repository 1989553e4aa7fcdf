import { atom, useAtomValue } from "jotai";
import { store } from "./store.ts";

type Patch = Readonly<Record<string, unknown>>;

const overlaysAtom = atom<ReadonlyMap<string, Patch>>(new Map());

/** Shows a change that is on its way to the server; returns how to take it off again. */
export function lay(resource: string, { id, patch }: { id: number; patch: Patch }): () => void {
  const key = `${resource}:${id}`;
  store.set(overlaysAtom, new Map(store.get(overlaysAtom)).set(key, patch));
  return () => {
    const overlays = new Map(store.get(overlaysAtom));
    if (overlays.get(key) === patch) overlays.delete(key);
    store.set(overlaysAtom, overlays);
  };
}

/** What is shown over the records of a resource, by id. */
export function useOverlays(): ReadonlyMap<string, Patch> {
  return useAtomValue(overlaysAtom, { store });
}
