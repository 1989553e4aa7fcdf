import { atomWithStorage } from "jotai/utils";

const week = 7 * 24 * 3600;
const cookie = "sidebar";

/** The theme as chosen; `system` follows the device. */
export const themeAtom = atomWithStorage<"light" | "dark" | "system">("theme", "system", undefined, { getOnInit: true });

/** Is the sidebar folded? Kept in a cookie for 7 days. */
export function readFolded(): boolean {
  return document.cookie.split("; ").includes(`${cookie}=folded`);
}

export function keepFolded(folded: boolean): void {
  document.cookie = `${cookie}=${folded ? "folded" : "open"}; max-age=${week}; path=/; SameSite=Lax`;
}
