import { atom, useAtomValue } from "jotai";
import type { Change } from "../../shared/wire.ts";
import { store } from "./store.ts";

interface Glow {
  by: string;
  /** Milliseconds since 1970, by this browser's clock. */
  at: number;
}

const shownMs = 2_700;
const togetherMs = 200;
/** So many rows at once are not a change to follow with the eyes. */
const mostGlowing = 60;
const glowsAtom = atom<ReadonlyMap<string, Glow>>(new Map());
let fading: ReturnType<typeof setTimeout> | undefined;
let ownName = "";

/** Whose changes need no glow: those of the person at this screen. */
export function dontGlowFor(name: string): void {
  ownName = name;
}

/** Was it somebody else than the person at this screen? */
export function isOthers(by: string): boolean {
  return by !== ownName;
}

/** Marks the rows that somebody else has just changed. */
export function glow(changes: readonly Change[]): void {
  const others = changes.filter(({ type, by }) => type === "upsert" && isOthers(by));
  if (others.length === 0 || others.length > mostGlowing) return;
  const at = Date.now();
  const glows = new Map(store.get(glowsAtom));
  for (const { resource, id, by } of others) glows.set(`${resource}:${id}`, { by, at });
  store.set(glowsAtom, glows);
  if (fading === undefined) fading = setTimeout(fade, shownMs);
}

/** The rows of a resource that glow, by id. */
export function useGlow(resource: string): (id: number) => Glow | undefined {
  const glows = useAtomValue(glowsAtom, { store });
  return (id) => glows.get(`${resource}:${id}`);
}

/** Together what ends together: where many work at once the screen is not drawn again for every row that stops to glow. */
function fade(): void {
  const since = Date.now() - shownMs;
  const left = [...store.get(glowsAtom)].filter(([, { at }]) => at > since);
  store.set(glowsAtom, new Map(left));
  const next = Math.min(...left.map(([, { at }]) => at - since));
  fading = left.length > 0 ? setTimeout(fade, Math.max(next, togetherMs)) : undefined;
}
