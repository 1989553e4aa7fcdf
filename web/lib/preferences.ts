import { useAtom } from "jotai";
import { atomWithStorage } from "jotai/utils";
import { useSyncExternalStore } from "react";
import { store } from "./store.ts";

type ThemeName = "light" | "dark";

const week = 7 * 24 * 3600;
const cookie = "sidebar";
const darkDevice = matchMedia("(prefers-color-scheme: dark)");
const print = matchMedia("print");
const themeAtom = atomWithStorage<ThemeName | "system">("theme", "system", undefined, { getOnInit: true });

/** The theme in force, the one chosen or else the device's, and how to choose. */
export function useTheme(): readonly [ThemeName, (theme: ThemeName) => void] {
  const [chosen, choose] = useAtom(themeAtom, { store });
  const device = useSyncExternalStore(onDeviceChange, () => darkDevice.matches) ? "dark" : "light";
  return [chosen === "system" ? device : chosen, choose];
}

/** Is the page being put on paper, which is light whatever the theme? */
export function usePrinting(): boolean {
  return useSyncExternalStore(onPrint, () => print.matches);
}

/** Is the sidebar folded? Kept in a cookie for 7 days. */
export function readFolded(): boolean {
  return document.cookie.split("; ").includes(`${cookie}=folded`);
}

export function keepFolded(folded: boolean): void {
  document.cookie = `${cookie}=${folded ? "folded" : "open"}; max-age=${week}; path=/; SameSite=Lax`;
}

function onDeviceChange(notify: () => void): () => void {
  return onChange(darkDevice, notify);
}

function onPrint(notify: () => void): () => void {
  return onChange(print, notify);
}

function onChange(query: MediaQueryList, notify: () => void): () => void {
  query.addEventListener("change", notify);
  return () => query.removeEventListener("change", notify);
}
