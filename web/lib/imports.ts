import { atom, useAtomValue } from "jotai";
import type { ImportName } from "../../shared/import-names.ts";
import type { ImportProgress } from "../../shared/wire.ts";
import { store } from "./store.ts";

/** What is over is shown for a moment; of what runs a server that fell says no more. */
const shownForMs = { running: 40_000, done: 8_000, failed: 8_000 };

const progressAtom = atom<ReadonlyMap<ImportName, ImportProgress>>(new Map());
const fading = new Map<ImportName, ReturnType<typeof setTimeout>>();

/** How far an import is that is under way or has just ended, whosever it is. */
export function useImportProgress(name: ImportName): ImportProgress | undefined {
  return useAtomValue(progressAtom, { store }).get(name);
}

/** Takes in what the server tells while a spreadsheet is imported. */
export function takeImport(progress: ImportProgress): void {
  const { kind, state } = progress;
  show(kind, progress);
  clearTimeout(fading.get(kind));
  fading.set(
    kind,
    setTimeout(() => show(kind, undefined), shownForMs[state]),
  );
}

function show(kind: ImportName, progress: ImportProgress | undefined): void {
  const all = new Map(store.get(progressAtom));
  if (progress) all.set(kind, progress);
  else all.delete(kind);
  store.set(progressAtom, all);
}
