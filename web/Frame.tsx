import { Suspense, useState } from "react";
import { Outlet, useLocation, useMatch, useNavigate } from "react-router-dom";
import type { PagePath } from "../shared/pages.ts";
import { placeOf } from "../shared/places.ts";
import type { MenuItem } from "../shared/wire.ts";
import { say, sayName } from "./lib/language.ts";
import { keepFolded, readFolded, useTheme } from "./lib/preferences.ts";
import { useColleagues, useStand } from "./lib/presence.ts";
import { signOut, useSession } from "./lib/session.ts";
import { useConnectionState } from "./lib/useConnectionState.ts";
import { useWelcome } from "./lib/welcome.ts";
import { PageSpinner } from "./PageSpinner.tsx";
import type { Crumb } from "./ui/Header.tsx";
import "./ui/IconMore.ts";
import { Shell } from "./ui/Shell.tsx";
import type { TabBarItem } from "./ui/ShellTabBar.tsx";
import type { MenuEntry } from "./ui/SidebarEntry.tsx";
import { useOtherLanguage } from "./useOtherLanguage.ts";
import { usePalette } from "./usePalette.tsx";

/** The frame of every page of somebody signed in; its menu is what the server gave this person. */
export function Frame() {
  const session = useSession();
  const society = useWelcome();
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const [folded, setFolded] = useState(readFolded);
  /** Where the phone's menu was opened; going anywhere closes it. */
  const [menuOpenAt, setMenuOpenAt] = useState<string>();
  const [theme, setTheme] = useTheme();
  const otherLanguage = useOtherLanguage();
  const connection = useConnectionState();
  const presence = useColleagues();
  const here = `${pathname}${search}`;
  const house = useMatch("/house/:HouseNo")?.params.HouseNo;
  const place = house === undefined ? { pathname, search } : plotsPlace;

  useStand(placeOf({ pathname, search }));

  function handleFold(next: boolean) {
    keepFolded(next);
    setFolded(next);
  }

  const palette = usePalette({ onFold: () => handleFold(!folded) });

  const menus = session?.menus ?? [];
  return (
    <Shell
      society={{ name: society?.name ?? "", line: society && sayName(society.kind) }}
      menu={menus.map((item) => entryOf(item, place))}
      collapsed={folded}
      onCollapsedChange={handleFold}
      menuOpen={menuOpenAt === here}
      onMenuOpenChange={(open) => setMenuOpenAt(open ? here : undefined)}
      crumbs={house === undefined ? crumbsFor(menus, place) : houseCrumbs(menus, house)}
      presence={presence}
      connection={connection}
      onSearch={palette.openPalette}
      onShortcuts={palette.openShortcuts}
      account={{
        name: session?.user.fullName || session?.user.username || say("Account"),
        role: sayName(session?.user.role.roleName ?? ""),
        theme,
        onThemeChange: setTheme,
        items: [
          {
            key: "language",
            label: otherLanguage.name,
            lang: otherLanguage.lang,
            icon: "languages",
            onSelect: otherLanguage.choose,
          },
          { key: "account", label: say("Change password"), icon: "key", onSelect: () => navigate("/account") },
        ],
        onLogout: () => void signOut(),
      }}
      tabBar={tabBarOf(menus, place)}
    >
      <Suspense fallback={<PageSpinner />}>
        <Outlet />
      </Suspense>
      {palette.dialogs}
    </Shell>
  );
}

interface Place {
  pathname: string;
  search: string;
}

/** A house is found under the plots. */
const plotsPath: PagePath = "/society-management?tab=plots";
const [plotsName = "", plotsSearch = ""] = plotsPath.split("?");
const plotsPlace: Place = { pathname: plotsName, search: plotsSearch };

function houseCrumbs(menus: readonly MenuItem[], house: string): Crumb[] {
  const above = crumbsFor(menus, plotsPlace).map((crumb) => ({ ...crumb, to: crumb.to ?? plotsPath }));
  return [...above, { label: house }];
}

function entryOf(item: MenuItem, place: Place): MenuEntry {
  const children = item.SubItems.map((sub) => entryOf(sub, place));
  return {
    key: String(item.MenuID),
    title: sayName(item.Title),
    icon: item.Icon,
    to: item.Path,
    active: isHere(item.Path, place),
    children: children.length > 0 ? children : undefined,
  };
}

/** The path must match, and the tab too where the entry names one. */
function isHere(path: string, { pathname, search }: Place): boolean {
  const [own, query = ""] = path.split("?");
  if (own !== pathname) return false;
  const tab = new URLSearchParams(query).get("tab");
  return tab === null || tab === new URLSearchParams(search).get("tab");
}

function crumbsFor(menus: readonly MenuItem[], place: Place): Crumb[] {
  if (place.pathname === "/account") return [{ label: say("My Account") }];
  for (const item of menus) {
    const sub = item.SubItems.find(({ Path }) => isHere(Path, place));
    if (sub) return [{ label: sayName(item.Title), to: item.Path }, { label: sayName(sub.Title) }];
    if (isHere(item.Path, place)) return [{ label: sayName(item.Title) }];
  }
  return [];
}

const quick = [
  { path: "/", title: "Dashboard", icon: "layout-dashboard" },
  { path: "/payment-management?tab=payment-schedule", title: "Schedule", icon: "list-checks" },
  { path: "/payment-management?tab=payment-receipt", title: "Receipts", icon: "receipt" },
  { path: "/society-management?tab=plots", title: "Plots", icon: "home" },
  { path: "/generate-report", title: "Report", icon: "file-chart" },
] as const;

/** The phone's four ways, as far as this person has them. */
function tabBarOf(menus: readonly MenuItem[], place: Place): TabBarItem[] {
  const paths = new Set(menus.flatMap((item) => [item.Path, ...item.SubItems.map(({ Path }) => Path)]));
  return quick
    .filter(({ path }) => paths.has(path))
    .map(({ path, title, icon }) => ({ key: path, title: say(title), icon, to: path, active: isHere(path, place) }));
}
