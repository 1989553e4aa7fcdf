import { useAtom } from "jotai";
import { atomWithStorage } from "jotai/utils";
import { useSyncExternalStore } from "react";
import { store } from "./store.ts";

type ThemeName = "light" | "dark";

const weekSeconds = 7 * 24 * 3600;
const sidebarCookie = "sidebar";
const prefersDark = watchMediaQuery("(prefers-color-scheme: dark)");
const printMedia = watchMediaQuery("print");
const themeAtom = atomWithStorage<ThemeName | "system">("theme", "system", undefined, { getOnInit: true });

/** The theme in force, the one chosen or else the device's, and how to choose. */
export function useThemePreference(): readonly [ThemeName, (theme: ThemeName) => void] {
  const [chosen, choose] = useAtom(themeAtom, { store });
  const device = useSyncExternalStore(prefersDark.subscribe, prefersDark.read) ? "dark" : "light";
  return [chosen === "system" ? device : chosen, choose];
}

/** Is the page being put on paper, which is light whatever the theme? */
export function useIsPrinting(): boolean {
  return useSyncExternalStore(printMedia.subscribe, printMedia.read);
}

/** Is the sidebar folded? Kept in a cookie for 7 days. */
export function readSidebarCollapsed(): boolean {
  return document.cookie.split("; ").includes(`${sidebarCookie}=folded`);
}

export function storeSidebarCollapsed(folded: boolean): void {
  document.cookie = `${sidebarCookie}=${folded ? "folded" : "open"}; max-age=${weekSeconds}; path=/; SameSite=Lax`;
}

/**
 * Whether the device answers to a media query, as last told. Asked at any other time the browser counts the change as
 * known and tells nobody: whoever did not ask at that moment would keep the old theme.
 */
function watchMediaQuery(media: string) {
  const query = matchMedia(media);
  const readers = new Set<() => void>();
  let matches = query.matches;
  query.addEventListener("change", (event) => {
    matches = event.matches;
    for (const notify of readers) notify();
  });
  return {
    read: () => matches,
    subscribe: (notify: () => void) => {
      readers.add(notify);
      return () => void readers.delete(notify);
    },
  };
}
