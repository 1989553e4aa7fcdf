import { atom, useAtomValue } from "jotai";
import type { RunKind, RunProgress } from "../../shared/wire.ts";
import { store } from "../hooks/store.ts";

/** How long the last progress stays visible; "running" too, because a server that crashes never reports the end. */
const visibleForMs = { running: 40_000, done: 8_000, failed: 8_000 };

const progressAtom = atom<ReadonlyMap<RunKind, RunProgress>>(new Map());
const hideTimers = new Map<RunKind, ReturnType<typeof setTimeout>>();

/** Progress of a running or just finished run (an import or a printing of bills) by any user. */
export function useRunProgress(kind: RunKind): RunProgress | undefined {
  return useAtomValue(progressAtom, { store }).get(kind);
}

/** Applies a progress event of the server. */
export function setRunProgress(progress: RunProgress): void {
  const { kind, state } = progress;
  updateProgress(kind, progress);
  clearTimeout(hideTimers.get(kind));
  hideTimers.set(
    kind,
    setTimeout(() => updateProgress(kind, undefined), visibleForMs[state]),
  );
}

/** Forgets all runs, at the end of a session. */
export function clearRunProgress(): void {
  store.set(progressAtom, new Map());
}

function updateProgress(kind: RunKind, progress: RunProgress | undefined): void {
  const progressByKind = new Map(store.get(progressAtom));
  if (progress) progressByKind.set(kind, progress);
  else progressByKind.delete(kind);
  store.set(progressAtom, progressByKind);
}
