import { atom, useAtomValue } from "jotai";
import type { Change } from "../../shared/wire.ts";
import { store } from "./store.ts";

interface Glow {
  by: string;
  /** Milliseconds since 1970, by this browser's clock. */
  at: number;
}

const shownMs = 2_700;
/** So many rows at once are not a change to follow with the eyes. */
const mostGlowing = 60;
const glowsAtom = atom<ReadonlyMap<string, Glow>>(new Map());
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
  setTimeout(fade, shownMs);
}

/** The rows of a resource that glow, by id. */
export function useGlow(resource: string): (id: number) => Glow | undefined {
  const glows = useAtomValue(glowsAtom, { store });
  return (id) => glows.get(`${resource}:${id}`);
}

function fade(): void {
  const since = Date.now() - shownMs;
  store.set(glowsAtom, new Map([...store.get(glowsAtom)].filter(([, { at }]) => at > since)));
}
