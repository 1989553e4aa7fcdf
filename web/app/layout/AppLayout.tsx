import { Suspense, useState } from "react";
import { Outlet, useLocation, useMatch, useNavigate } from "react-router-dom";
import type { PagePath } from "../../../shared/pages.ts";
import { presencePath } from "../../../shared/presence-paths.ts";
import type { MenuItem } from "../../../shared/wire.ts";
import { signOut, useSession } from "../../api/session.ts";
import { useSocietyInfo } from "../../api/societyInfo.ts";
import { useConnectionState } from "../../domain/ConnectionStatus.tsx";
import { readSidebarCollapsed, storeSidebarCollapsed, useThemePreference } from "../../hooks/preferences.ts";
import { t, translateName } from "../../i18n/t.ts";
import { usePresentUsers, usePublishLocation } from "../../live/presence.ts";
import { PageSpinner } from "../PageSpinner.tsx";
import type { Breadcrumb } from "./Header.tsx";
import "../../ui/icon/moreIcons.ts";
import { useCommandPalette } from "../../command-palette/useCommandPalette.tsx";
import { useLanguageToggle } from "../../i18n/useLanguageToggle.ts";
import type { MobileTab } from "./AppShell.tsx";
import { AppShell } from "./AppShell.tsx";
import type { NavItem } from "./Sidebar.tsx";

/** The layout of every page of a signed-in user, with the menu that the server sends for the user. */
export function AppLayout() {
  const session = useSession();
  const society = useSocietyInfo();
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const [collapsed, setCollapsed] = useState(readSidebarCollapsed);
  /** The address at which the mobile menu was opened; it closes when the address changes. */
  const [menuOpenAt, setMenuOpenAt] = useState<string>();
  const [theme, setTheme] = useThemePreference();
  const languageToggle = useLanguageToggle();
  const connection = useConnectionState();
  const presence = usePresentUsers();
  const address = `${pathname}${search}`;
  const house = useMatch("/house/:HouseNo")?.params.HouseNo;
  const location = house === undefined ? { pathname, search } : plotsLocation;

  usePublishLocation(presencePath({ pathname, search }));

  function handleCollapse(next: boolean) {
    storeSidebarCollapsed(next);
    setCollapsed(next);
  }

  const palette = useCommandPalette({ onToggleSidebar: () => handleCollapse(!collapsed) });

  const menus = session?.menus ?? [];
  return (
    <AppShell
      society={{ name: society?.name ?? "", tagline: society && translateName(society.kind) }}
      menu={menus.map((item) => toNavItem(item, location))}
      collapsed={collapsed}
      onCollapsedChange={handleCollapse}
      mobileMenuOpen={menuOpenAt === address}
      onMobileMenuOpenChange={(open) => setMenuOpenAt(open ? address : undefined)}
      breadcrumbs={house === undefined ? breadcrumbsFor(menus, location) : houseBreadcrumbs(menus, house)}
      presence={presence}
      connection={connection}
      onSearch={palette.openPalette}
      onShortcuts={palette.openShortcuts}
      account={{
        name: session?.user.fullName || session?.user.username || t("Account"),
        role: translateName(session?.user.role.roleName ?? ""),
        theme,
        onThemeChange: setTheme,
        items: [
          {
            key: "language",
            label: languageToggle.name,
            lang: languageToggle.lang,
            icon: "languages",
            onSelect: languageToggle.toggle,
          },
          { key: "account", label: t("Change password"), icon: "key", onSelect: () => navigate("/account") },
        ],
        onLogout: () => void signOut(),
      }}
      mobileTabs={mobileTabsFor(menus, location)}
    >
      <Suspense fallback={<PageSpinner />}>
        <Outlet />
      </Suspense>
      {palette.dialogs}
    </AppShell>
  );
}

interface PageLocation {
  pathname: string;
  search: string;
}

/** The page of a house is below the plots in the menu. */
const plotsPath: PagePath = "/society-management?tab=plots";
const [plotsName = "", plotsSearch = ""] = plotsPath.split("?");
const plotsLocation: PageLocation = { pathname: plotsName, search: plotsSearch };

function houseBreadcrumbs(menus: readonly MenuItem[], house: string): Breadcrumb[] {
  const above = breadcrumbsFor(menus, plotsLocation).map((crumb) => ({ ...crumb, to: crumb.to ?? plotsPath }));
  return [...above, { label: house }];
}

function toNavItem(item: MenuItem, location: PageLocation): NavItem {
  const children = item.SubItems.map((sub) => toNavItem(sub, location));
  return {
    key: String(item.MenuID),
    title: translateName(item.Title),
    icon: item.Icon,
    to: item.Path,
    active: isActive(item.Path, location),
    children: children.length > 0 ? children : undefined,
  };
}

/** Whether the entry is the current page: same path, and same tab if the entry has one. */
function isActive(path: string, { pathname, search }: PageLocation): boolean {
  const [own, query = ""] = path.split("?");
  if (own !== pathname) return false;
  const tab = new URLSearchParams(query).get("tab");
  return tab === null || tab === new URLSearchParams(search).get("tab");
}

function breadcrumbsFor(menus: readonly MenuItem[], location: PageLocation): Breadcrumb[] {
  if (location.pathname === "/account") return [{ label: t("My Account") }];
  for (const item of menus) {
    const sub = item.SubItems.find(({ Path }) => isActive(Path, location));
    if (sub) return [{ label: translateName(item.Title), to: item.Path }, { label: translateName(sub.Title) }];
    if (isActive(item.Path, location)) return [{ label: translateName(item.Title) }];
  }
  return [];
}

const mobileTabs = [
  { path: "/", title: "Dashboard", icon: "layout-dashboard" },
  { path: "/payment-management?tab=payment-schedule", title: "Schedule", icon: "list-checks" },
  { path: "/payment-management?tab=payment-receipt", title: "Receipts", icon: "receipt" },
  { path: "/society-management?tab=plots", title: "Plots", icon: "home" },
  { path: "/generate-report", title: "Report", icon: "file-chart" },
] as const;

/** The tabs at the bottom of a mobile screen that the user's menu has. */
function mobileTabsFor(menus: readonly MenuItem[], location: PageLocation): MobileTab[] {
  const paths = new Set(menus.flatMap((item) => [item.Path, ...item.SubItems.map(({ Path }) => Path)]));
  return mobileTabs
    .filter(({ path }) => paths.has(path))
    .map(({ path, title, icon }) => ({ key: path, title: t(title), icon, to: path, active: isActive(path, location) }));
}
