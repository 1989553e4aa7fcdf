import type { PagePath } from "./pages.ts";
import { can, type Viewer } from "./permissions.ts";

/** No place's path is longer. */
export const maxPresencePathLength = 200;

const plotsPage: PagePath = "/society-management?tab=plots";
const housePath = /^\/house\/[^/?]+$/;

/** The page that an address shows, with its tab where the page is one: filters, search and order make no other place. */
export function presencePath({ pathname, search }: { pathname: string; search: string }): string {
  const tab = housePath.test(pathname) ? null : new URLSearchParams(search).get("tab");
  return tab === null ? pathname : `${pathname}?tab=${tab}`;
}

/** May somebody be seen at the place, and see who else is? Only the staff may, where they may view the page. */
export function canSeePresence(viewer: Pick<Viewer, "permissions" | "scope" | "isDisplay">, path: string): boolean {
  if (viewer.scope === "own" || viewer.isDisplay || seesDashboardOnly(viewer)) return false;
  const [pathname = "", search = ""] = path.split("?");
  const page = housePath.test(pathname) ? plotsPage : presencePath({ pathname, search });
  return can(viewer, { page, flag: "CanView" });
}

/** An account that may look at the dashboard and nothing else, as one for a screen in the hall: nobody sits there. */
function seesDashboardOnly({ permissions }: Pick<Viewer, "permissions">): boolean {
  const held = Object.entries(permissions).flatMap(([page, flags]) =>
    Object.entries(flags).flatMap(([flag, isHeld]) => (isHeld ? [`${page} ${flag}`] : [])),
  );
  return held.length === 1 && held[0] === "/ CanView";
}
