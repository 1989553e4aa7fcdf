import { atom, useAtomValue } from "jotai";
import { store } from "../hooks/store.ts";
import type { CachedList, LiveRecord } from "./cache.ts";

/** Changed fields of records, by `resource:id`. */
type Patches = ReadonlyMap<string, Readonly<Record<string, unknown>>>;

const patchesAtom = atom<Patches>(new Map());

/** Shows a change before the server has confirmed it. Returns a function that removes the patch. */
export function applyOptimistic(
  resource: string,
  { id, patch }: { id: number; patch: Readonly<Record<string, unknown>> },
): () => void {
  const key = `${resource}:${id}`;
  store.set(patchesAtom, new Map(store.get(patchesAtom)).set(key, patch));
  return () => {
    const patches = new Map(store.get(patchesAtom));
    if (patches.get(key) === patch) patches.delete(key);
    store.set(patchesAtom, patches);
  };
}

/** The patches of all resources. */
export function useOptimisticPatches(): Patches {
  return useAtomValue(patchesAtom, { store });
}

interface PatchedRowsInput {
  list: CachedList;
  rows: readonly LiveRecord[];
  patches: Patches;
}

/** The rows with their patches applied; the same array when no patch applies. */
export function withOptimisticPatches({ list, rows, patches }: PatchedRowsInput): readonly LiveRecord[] {
  const prefix = `${list.resource.name}:`;
  let patched: LiveRecord[] | undefined;
  for (const [key, patch] of patches) {
    if (!key.startsWith(prefix)) continue;
    const id = Number(key.slice(prefix.length));
    const index = list.rowIndexes.get(id);
    const row = index === undefined ? undefined : rows[index];
    if (index === undefined || row?.[list.resource.idField] !== id) continue;
    patched ??= [...rows];
    patched[index] = { ...row, ...patch };
  }
  return patched ?? rows;
}
