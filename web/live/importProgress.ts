import { atom, useAtomValue } from "jotai";
import type { ImportKind } from "../../shared/import-kinds.ts";
import type { ImportProgress } from "../../shared/wire.ts";
import { store } from "../hooks/store.ts";

/** What is over is shown for a moment; of what runs a server that fell says no more. */
const visibleForMs = { running: 40_000, done: 8_000, failed: 8_000 };

const progressAtom = atom<ReadonlyMap<ImportKind, ImportProgress>>(new Map());
const hideTimers = new Map<ImportKind, ReturnType<typeof setTimeout>>();

/** How far an import is that is under way or has just ended, whosever it is. */
export function useImportProgress(name: ImportKind): ImportProgress | undefined {
  return useAtomValue(progressAtom, { store }).get(name);
}

/** Takes in what the server tells while a spreadsheet is imported. */
export function setImportProgress(progress: ImportProgress): void {
  const { kind, state } = progress;
  updateProgress(kind, progress);
  clearTimeout(hideTimers.get(kind));
  hideTimers.set(
    kind,
    setTimeout(() => updateProgress(kind, undefined), visibleForMs[state]),
  );
}

function updateProgress(kind: ImportKind, progress: ImportProgress | undefined): void {
  const all = new Map(store.get(progressAtom));
  if (progress) all.set(kind, progress);
  else all.delete(kind);
  store.set(progressAtom, all);
}
