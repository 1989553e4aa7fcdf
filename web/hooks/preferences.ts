import { atom, useAtom, useAtomValue } from "jotai";
import { atomWithStorage } from "jotai/utils";
import { useState, useSyncExternalStore } from "react";
import { store } from "./store.ts";

type ThemeName = "light" | "dark";

const weekSeconds = 7 * 24 * 3600;
const sidebarCookie = "sidebar";
const prefersDark = watchMediaQuery("(prefers-color-scheme: dark)");
const printMedia = watchMediaQuery("print");
const narrowWindow = watchMediaQuery("(max-width: 1199px)");
/** A roll of 80 mm, or a sheet of A5. */
export type ReceiptPaper = "80mm" | "A5";

const receiptPaperAtom = atomWithStorage<ReceiptPaper | "none">("receiptPaper", "80mm", undefined, { getOnInit: true });
const themeAtom = atomWithStorage<ThemeName | "system">("theme", "system", undefined, { getOnInit: true });

/** The chosen theme, or else that of the device, and a function to choose one. */
export function useThemePreference(): readonly [ThemeName, (theme: ThemeName) => void] {
  const [preference, setPreference] = useAtom(themeAtom, { store });
  const deviceTheme = useSyncExternalStore(prefersDark.subscribe, prefersDark.read) ? "dark" : "light";
  return [preference === "system" ? deviceTheme : preference, setPreference];
}

const maxRecentHouses = 5;
const recentHousesAtom = atomWithStorage<readonly string[]>("recentHouses", [], undefined, { getOnInit: true });

/** The numbers of the houses that were opened last on this device, the last one first. */
export function useRecentHouses(): readonly string[] {
  return useAtomValue(recentHousesAtom, { store });
}

export function storeRecentHouse(houseNo: string): void {
  store.set(recentHousesAtom, (houses) =>
    [houseNo, ...houses.filter((other) => other !== houseNo)].slice(0, maxRecentHouses),
  );
}

/** The paper size for printed receipts, stored on this device; "none" prints only on request. */
export function useReceiptPaper() {
  return useAtom(receiptPaperAtom, { store });
}

export function readReceiptPaper(): ReceiptPaper | "none" {
  return store.get(receiptPaperAtom);
}

/** Whether the page is being printed, which always uses the light theme. */
export function useIsPrinting(): boolean {
  return useSyncExternalStore(printMedia.subscribe, printMedia.read);
}

/**
 * Whether the sidebar is collapsed, and a function to choose it. The choice is stored in a cookie for 7 days; without a
 * choice, the sidebar is collapsed in narrow windows.
 */
export function useSidebarCollapsed(): readonly [boolean, (isCollapsed: boolean) => void] {
  const [choice, setChoice] = useState(readSidebarChoice);
  const isNarrow = useSyncExternalStore(narrowWindow.subscribe, narrowWindow.read);
  function choose(isCollapsed: boolean): void {
    const state = isCollapsed ? "folded" : "open";
    document.cookie = `${sidebarCookie}=${state}; max-age=${weekSeconds}; path=/; SameSite=Lax`;
    setChoice(isCollapsed);
  }
  return [choice ?? isNarrow, choose];
}

function readSidebarChoice(): boolean | undefined {
  const stored = document.cookie.split("; ").find((cookie) => cookie.startsWith(`${sidebarCookie}=`));
  return stored === undefined ? undefined : stored === `${sidebarCookie}=folded`;
}

/**
 * A media query as an external store. Returns the result of the last change event instead of `query.matches`: browsers
 * do not send the event if any code has read the new value of `query.matches` before.
 */
function watchMediaQuery(media: string) {
  const query = matchMedia(media);
  const listeners = new Set<() => void>();
  let matches = query.matches;
  query.addEventListener("change", (event) => {
    matches = event.matches;
    for (const notify of listeners) notify();
  });
  return {
    read: () => matches,
    subscribe: (notify: () => void) => {
      listeners.add(notify);
      return () => void listeners.delete(notify);
    },
  };
}

const tickAccountAtom = atom<number | null>(null);

/**
 * The AccountID of the account that receives the amounts of ticks, null for the cash account. Not stored: every window
 * begins with the cash account, because users forget what they have chosen on another day.
 */
export function useChosenTickAccount() {
  return useAtom(tickAccountAtom, { store });
}

/** Resets the choice to the cash account. For the end of a session, because the next user has not chosen an account. */
export function resetChosenTickAccount(): void {
  store.set(tickAccountAtom, null);
}
