import { atom, useAtomValue } from "jotai";
import { useCallback } from "react";
import type { Change, Session } from "../../shared/wire.ts";
import { store } from "../hooks/store.ts";

/** A change by another user. */
export type RecentChange = Change & {
  /** Milliseconds since 1970, by this browser's clock. */
  receivedAt: number;
};

/** The same object for all rows of a transaction, so that a list shows it on the first of them only. */
interface Highlight {
  by: string;
  /** Milliseconds since 1970, by this browser's clock. */
  startedAt: number;
}

const maxRetainedChanges = 300;
/** A little longer than the animation of a highlighted row (`motion.highlight…` of the theme). */
const highlightMs = 2_700;
/** Highlights that end within this time are removed together, so that the screen is rendered once. */
const minRemovalIntervalMs = 200;
/** If more rows change at once, none is highlighted. */
const maxHighlights = 60;
const recentChangesAtom = atom<readonly RecentChange[]>([]);
/** By `resource:id`. */
const highlightsAtom = atom<ReadonlyMap<string, Highlight>>(new Map());
let removalTimer: ReturnType<typeof setTimeout> | undefined;
let ownUser: Pick<Session["user"], "UserID" | "fullName"> = { UserID: 0, fullName: "" };

/** Sets the signed-in user, whose own changes are neither stored nor highlighted. */
export function setOwnUser(user: typeof ownUser): void {
  ownUser = user;
}

/** Keeps the last 300 changes by others, so that a form can name who changed its record, and highlights their rows. */
export function rememberChanges(changes: readonly Change[]): void {
  const remoteChanges = changes.filter(({ userId }) => userId !== ownUser.UserID);
  if (remoteChanges.length === 0) return;
  const receivedAt = Date.now();
  const recordChanges = remoteChanges.filter(({ isJoined }) => !isJoined).map((change) => ({ ...change, receivedAt }));
  store.set(recentChangesAtom, [...store.get(recentChangesAtom), ...recordChanges].slice(-maxRetainedChanges));
  if (remoteChanges.length > maxHighlights) return;
  addHighlights(
    remoteChanges.filter(({ type }) => type === "upsert"),
    receivedAt,
  );
}

/** Highlights a row that this user has added, so that it is found in the list. */
export function highlightOwnRow({ resource, id }: Pick<Change, "resource" | "id">): void {
  addHighlights([{ resource, id, by: ownUser.fullName, userId: ownUser.UserID, at: "" }], Date.now());
}

function addHighlights(
  rows: readonly Pick<Change, "resource" | "id" | "by" | "userId" | "at">[],
  startedAt: number,
): void {
  const highlights = new Map(store.get(highlightsAtom));
  const byTransaction = new Map<string, Highlight>();
  for (const { resource, id, by, userId, at } of rows) {
    const highlight = byTransaction.get(`${at} ${userId}`) ?? { by, startedAt };
    byTransaction.set(`${at} ${userId}`, highlight);
    highlights.set(`${resource}:${id}`, highlight);
  }
  store.set(highlightsAtom, highlights);
  if (removalTimer === undefined) removalTimer = setTimeout(removeExpiredHighlights, highlightMs);
}

/** Removes the stored changes, at the end of a session or after a change of rights. */
export function forgetRecentChanges(): void {
  store.set(recentChangesAtom, []);
}

/** The stored changes, oldest first. */
export function readRecentChanges(): readonly RecentChange[] {
  return store.get(recentChangesAtom);
}

/** The stored changes, oldest first; renders again with each new one. */
export function useRecentChanges(): readonly RecentChange[] {
  return useAtomValue(recentChangesAtom, { store });
}

/** Returns a function that finds the highlight of the row with this id: who has just changed it. */
export function useRecentlyChanged(resource: string): (id: number) => Highlight | undefined {
  const highlights = useAtomValue(highlightsAtom, { store });
  return useCallback(
    // Lists call it for every row, and there is seldom a highlight.
    (id) => (highlights.size === 0 ? undefined : highlights.get(`${resource}:${id}`)),
    [highlights, resource],
  );
}

function removeExpiredHighlights(): void {
  const expiredBefore = Date.now() - highlightMs;
  const active = [...store.get(highlightsAtom)].filter(([, { startedAt }]) => startedAt > expiredBefore);
  store.set(highlightsAtom, new Map(active));
  const nextExpiryMs = Math.min(...active.map(([, { startedAt }]) => startedAt - expiredBefore));
  removalTimer =
    active.length > 0 ? setTimeout(removeExpiredHighlights, Math.max(nextExpiryMs, minRemovalIntervalMs)) : undefined;
}
