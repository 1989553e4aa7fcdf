import { atom, useAtomValue } from "jotai";
import type { Change } from "../../shared/wire.ts";
import { store } from "../hooks/store.ts";
import { isByOther } from "./highlights.ts";

/** A change of somebody else's, as it was heard. */
export type RecentChange = Change & {
  /** Milliseconds since 1970, by this browser's clock. */
  receivedAt: number;
};

const maxRetainedChanges = 300;
const recentChangesAtom = atom<readonly RecentChange[]>([]);

/** Keeps for a while what others have changed, for those who ask later whose hand it was. */
export function rememberChanges(changes: readonly Change[]): void {
  const heardAt = Date.now();
  const others = changes.filter(({ type, by }) => type === "upsert" && isByOther(by));
  if (others.length === 0) return;
  const all = [...store.get(recentChangesAtom), ...others.map((change) => ({ ...change, receivedAt: heardAt }))];
  store.set(recentChangesAtom, all.slice(-maxRetainedChanges));
}

/** Forgets it, for the end of a session and for rights that change. */
export function forgetRecentChanges(): void {
  store.set(recentChangesAtom, []);
}

/** What others have lately changed, oldest first. */
export function readRecentChanges(): readonly RecentChange[] {
  return store.get(recentChangesAtom);
}

/** The same, live. */
export function useRecentChanges(): readonly RecentChange[] {
  return useAtomValue(recentChangesAtom, { store });
}
