import { atom, useAtomValue } from "jotai";
import { useCallback } from "react";
import type { Change } from "../../shared/wire.ts";
import { store } from "../hooks/store.ts";

/** A change by another user. */
export type RecentChange = Change & {
  /** Milliseconds since 1970, by this browser's clock. */
  receivedAt: number;
};

interface Highlight {
  by: string;
  /** Milliseconds since 1970, by this browser's clock. */
  at: number;
}

const maxRetainedChanges = 300;
const highlightMs = 2_700;
/** Highlights that end within this time are removed together, so that the screen is rendered once. */
const minFadeIntervalMs = 200;
/** More changed rows at once are not highlighted. */
const maxHighlights = 60;
const recentChangesAtom = atom<readonly RecentChange[]>([]);
const highlightsAtom = atom<ReadonlyMap<string, Highlight>>(new Map());
let fadeTimer: ReturnType<typeof setTimeout> | undefined;
let ownName = "";

/** The name of the signed-in user, whose own changes are neither stored nor highlighted. */
export function setOwnName(name: string): void {
  ownName = name;
}

/** Keeps the last 300 changes by others, so that a form can name who changed its record, and highlights their rows. */
export function rememberChanges(changes: readonly Change[]): void {
  const others = changes.filter(({ type, by }) => type === "upsert" && by !== ownName);
  if (others.length === 0) return;
  const receivedAt = Date.now();
  const changesByOthers = [...store.get(recentChangesAtom), ...others.map((change) => ({ ...change, receivedAt }))];
  store.set(recentChangesAtom, changesByOthers.slice(-maxRetainedChanges));
  if (others.length > maxHighlights) return;
  const highlights = new Map(store.get(highlightsAtom));
  for (const { resource, id, by } of others) highlights.set(`${resource}:${id}`, { by, at: receivedAt });
  store.set(highlightsAtom, highlights);
  if (fadeTimer === undefined) fadeTimer = setTimeout(removeExpiredHighlights, highlightMs);
}

/** Removes the stored changes, at the end of a session or after a change of rights. */
export function forgetRecentChanges(): void {
  store.set(recentChangesAtom, []);
}

/** The stored changes, oldest first. */
export function readRecentChanges(): readonly RecentChange[] {
  return store.get(recentChangesAtom);
}

export function useRecentChanges(): readonly RecentChange[] {
  return useAtomValue(recentChangesAtom, { store });
}

/** Finds who has just changed a row of the resource, by its id. */
export function useRecentlyChanged(resource: string): (id: number) => Highlight | undefined {
  const highlights = useAtomValue(highlightsAtom, { store });
  return useCallback((id) => highlights.get(`${resource}:${id}`), [highlights, resource]);
}

function removeExpiredHighlights(): void {
  const cutoff = Date.now() - highlightMs;
  const active = [...store.get(highlightsAtom)].filter(([, { at }]) => at > cutoff);
  store.set(highlightsAtom, new Map(active));
  const nextExpiryMs = Math.min(...active.map(([, { at }]) => at - cutoff));
  fadeTimer =
    active.length > 0 ? setTimeout(removeExpiredHighlights, Math.max(nextExpiryMs, minFadeIntervalMs)) : undefined;
}
