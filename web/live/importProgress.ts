import { atom, useAtomValue } from "jotai";
import type { ImportProgress, ProgressKind } from "../../shared/wire.ts";
import { store } from "../hooks/store.ts";

/** How long the last progress stays visible. "running" is limited too: a server that stops reports no end. */
const visibleForMs = { running: 40_000, done: 8_000, failed: 8_000 };

const progressAtom = atom<ReadonlyMap<ProgressKind, ImportProgress>>(new Map());
const hideTimers = new Map<ProgressKind, ReturnType<typeof setTimeout>>();

/** Progress of a running or just finished import by any user. */
export function useImportProgress(kind: ProgressKind): ImportProgress | undefined {
  return useAtomValue(progressAtom, { store }).get(kind);
}

/** Applies a progress event of the server. */
export function setImportProgress(progress: ImportProgress): void {
  const { kind, state } = progress;
  updateProgress(kind, progress);
  clearTimeout(hideTimers.get(kind));
  hideTimers.set(
    kind,
    setTimeout(() => updateProgress(kind, undefined), visibleForMs[state]),
  );
}

function updateProgress(kind: ProgressKind, progress: ImportProgress | undefined): void {
  const progressByKind = new Map(store.get(progressAtom));
  if (progress) progressByKind.set(kind, progress);
  else progressByKind.delete(kind);
  store.set(progressAtom, progressByKind);
}
