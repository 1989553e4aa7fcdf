import { atom, useAtomValue } from "jotai";
import { store } from "../hooks/store.ts";

type Patch = Readonly<Record<string, unknown>>;

const optimisticPatchesAtom = atom<ReadonlyMap<string, Patch>>(new Map());

/** Shows a change that is on its way to the server; returns how to take it off again. */
export function applyOptimistic(resource: string, { id, patch }: { id: number; patch: Patch }): () => void {
  const key = `${resource}:${id}`;
  store.set(optimisticPatchesAtom, new Map(store.get(optimisticPatchesAtom)).set(key, patch));
  return () => {
    const overlays = new Map(store.get(optimisticPatchesAtom));
    if (overlays.get(key) === patch) overlays.delete(key);
    store.set(optimisticPatchesAtom, overlays);
  };
}

/** What is shown over the records of a resource, by id. */
export function useOptimisticPatches(): ReadonlyMap<string, Patch> {
  return useAtomValue(optimisticPatchesAtom, { store });
}
