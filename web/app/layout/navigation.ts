import type { PagePath } from "../../../shared/pages.ts";
import type { MenuItem } from "../../../shared/wire.ts";
import { t, translateName } from "../../i18n/t.ts";

interface PageLocation {
  pathname: string;
  /** Query with or without "?". */
  search: string;
}

export interface NavItem {
  key: string;
  title: string;
  /** The name of the icon, as stored with the menu item. */
  icon: string;
  to: string;
  isActive: boolean;
  children: readonly NavItem[];
}

export interface Breadcrumb {
  label: string;
  to?: string;
}

const plotsPath: PagePath = "/society-management?tab=plots";
const [plotsPathname = "", plotsSearch = ""] = plotsPath.split("?");
/** The page of a house is not in the menu; the menu shows the plots as current instead. */
export const plotsLocation: PageLocation = { pathname: plotsPathname, search: plotsSearch };

/** A menu item with its title in the current language, and whether it is the current page. */
export function toNavItem(item: MenuItem, location: PageLocation): NavItem {
  return {
    key: String(item.MenuID),
    title: translateName(item.Title),
    icon: item.Icon,
    to: item.Path,
    isActive: isActive(item.Path, location),
    children: item.SubItems.map((child) => toNavItem(child, location)),
  };
}

/**
 * The menu items from the top level to the location; none for a page outside of the menu, except My Account and the
 * guide.
 */
export function findBreadcrumbs(menus: readonly MenuItem[], location: PageLocation): Breadcrumb[] {
  if (location.pathname === "/account") return [{ label: t("My Account") }];
  if (location.pathname === "/guide") return [{ label: t("Guide") }];
  for (const item of menus) {
    const child = item.SubItems.find(({ Path }) => isActive(Path, location));
    if (child) return [{ label: translateName(item.Title), to: item.Path }, { label: translateName(child.Title) }];
    if (isActive(item.Path, location)) return [{ label: translateName(item.Title) }];
  }
  return [];
}

/** The breadcrumbs of the plots, with that of the house at the end. */
export function findHouseBreadcrumbs(menus: readonly MenuItem[], houseNo: string): Breadcrumb[] {
  const parents = findBreadcrumbs(menus, plotsLocation).map((crumb) => ({ ...crumb, to: crumb.to ?? plotsPath }));
  return [...parents, { label: houseNo }];
}

const mobileTabs = [
  { to: "/", title: "Dashboard", icon: "layout-dashboard" },
  { to: "/payment-management?tab=payment-schedule", title: "Schedule", icon: "list-checks" },
  { to: "/payment-management?tab=payment-receipt", title: "Receipts", icon: "receipt" },
  { to: "/society-management?tab=plots", title: "Plots", icon: "home" },
  { to: "/generate-report", title: "Report", icon: "file-chart" },
] as const;

/** The first four of the tabs that are in the user's menu. */
export function findMobileTabs(menus: readonly MenuItem[], location: PageLocation) {
  const paths = new Set(menus.flatMap((item) => [item.Path, ...item.SubItems.map(({ Path }) => Path)]));
  return mobileTabs
    .filter(({ to }) => paths.has(to))
    .slice(0, 4)
    .map(({ to, title, icon }) => ({ to, title: t(title), icon, isActive: isActive(to, location) }));
}

/** Whether the path is that of the location. Compares the tabs only if the path has one. */
function isActive(path: string, { pathname, search }: PageLocation): boolean {
  const [itemPathname, query = ""] = path.split("?");
  if (itemPathname !== pathname) return false;
  const tab = new URLSearchParams(query).get("tab");
  return tab === null || tab === new URLSearchParams(search).get("tab");
}
