import { atom, useAtomValue } from "jotai";
import type { Change } from "../../shared/wire.ts";
import { isOthers } from "./glow.ts";
import { store } from "./store.ts";

/** A change of somebody else's, as it was heard. */
export type HeardChange = Change & {
  /** Milliseconds since 1970, by this browser's clock. */
  heardAt: number;
};

const mostKept = 300;
const heardAtom = atom<readonly HeardChange[]>([]);

/** Keeps for a while what others have changed, for those who ask later whose hand it was. */
export function keepHands(changes: readonly Change[]): void {
  const heardAt = Date.now();
  const others = changes.filter(({ type, by }) => type === "upsert" && isOthers(by));
  if (others.length === 0) return;
  const all = [...store.get(heardAtom), ...others.map((change) => ({ ...change, heardAt }))];
  store.set(heardAtom, all.slice(-mostKept));
}

/** Forgets it, for the end of a session and for rights that change. */
export function forgetHands(): void {
  store.set(heardAtom, []);
}

/** What others have lately changed, oldest first. */
export function lateChanges(): readonly HeardChange[] {
  return store.get(heardAtom);
}

/** The same, live. */
export function useLateChanges(): readonly HeardChange[] {
  return useAtomValue(heardAtom, { store });
}
