import { atom, useAtomValue } from "jotai";
import type { Change } from "../../shared/wire.ts";
import { store } from "../hooks/store.ts";

interface Highlight {
  by: string;
  /** Milliseconds since 1970, by this browser's clock. */
  at: number;
}

const highlightMs = 2_700;
const minFadeIntervalMs = 200;
/** So many rows at once are not a change to follow with the eyes. */
const maxHighlights = 60;
const highlightsAtom = atom<ReadonlyMap<string, Highlight>>(new Map());
let fadeTimer: ReturnType<typeof setTimeout> | undefined;
let ownName = "";

/** Whose changes need no glow: those of the person at this screen. */
export function setOwnName(name: string): void {
  ownName = name;
}

/** Was it somebody else than the person at this screen? */
export function isByOther(by: string): boolean {
  return by !== ownName;
}

/** Marks the rows that somebody else has just changed. */
export function highlightChanges(changes: readonly Change[]): void {
  const others = changes.filter(({ type, by }) => type === "upsert" && isByOther(by));
  if (others.length === 0 || others.length > maxHighlights) return;
  const at = Date.now();
  const glows = new Map(store.get(highlightsAtom));
  for (const { resource, id, by } of others) glows.set(`${resource}:${id}`, { by, at });
  store.set(highlightsAtom, glows);
  if (fadeTimer === undefined) fadeTimer = setTimeout(removeExpired, highlightMs);
}

/** The rows of a resource that glow, by id. */
export function useRecentlyChanged(resource: string): (id: number) => Highlight | undefined {
  const glows = useAtomValue(highlightsAtom, { store });
  return (id) => glows.get(`${resource}:${id}`);
}

/** Together what ends together: where many work at once the screen is not drawn again for every row that stops to glow. */
function removeExpired(): void {
  const since = Date.now() - highlightMs;
  const left = [...store.get(highlightsAtom)].filter(([, { at }]) => at > since);
  store.set(highlightsAtom, new Map(left));
  const next = Math.min(...left.map(([, { at }]) => at - since));
  fadeTimer = left.length > 0 ? setTimeout(removeExpired, Math.max(next, minFadeIntervalMs)) : undefined;
}
