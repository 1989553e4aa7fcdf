import { can, type Viewer } from "./permissions.ts";
import { resourcePages } from "./resources/pages.ts";

/** The actions of pages, granted per role. */
export type ActionName = keyof typeof actionFlags;

/** The flag of the permission map that each action grants. */
export const actionFlags = {
  View: "CanView",
  Add: "CanAdd",
  Update: "CanUpdate",
  Delete: "CanDelete",
  Edit: "canEdit",
  ViewPaymentPlan: "CanViewPaymentPlan",
  GeneratePaymentPlan: "CanGeneratePaymentPlan",
  RevokePaymentPlan: "CanRevokePaymentPlan",
  GeneratePaymentSchedule: "CanGeneratePaymentSchedule",
  ViewCNIC: "CanViewCNIC",
  Approve: "CanApprove",
  Unlock: "CanUnlock",
} as const;

export type Flag = (typeof actionFlags)[ActionName];

/** The declaration of a page. */
export interface PageSpec<Path extends string = string> {
  /** Menus store it as MenuURL, so it is never changed or reused. It also decides the order of pages. */
  id: number;
  /** Path, with the tab query where the page is a tab: the key of the permission map. */
  path: Path;
  title: string;
  icon: string;
  /** Of a tab: its file in web/features without .tsx, such as "plot/PlotsScreen", which exports PlotsScreen. */
  screen?: string;
  /** The actions that the menu-action map of a new society has for this page. */
  actions: readonly ActionName[];
}

/** A page, or a tab with its page. */
export interface PageEntry<Path extends string = string> extends PageSpec<Path> {
  /** The path of the page of which this is a tab. */
  parent?: string;
}

/** Pages without a resource. */
export const standalonePages = [
  { id: 1, path: "/", title: "Dashboard", icon: "layout-dashboard", actions: ["View", "Edit"] },
  { id: 2, path: "/society-management", title: "Society Management", icon: "home", actions: ["View"] },
  { id: 8, path: "/payment-management", title: "Payment Management", icon: "receipt", actions: ["View"] },
  { id: 13, path: "/finance-management", title: "Finance Management", icon: "banknote", actions: ["View"] },
  {
    id: 26,
    path: "/finance-management?tab=ageing",
    title: "Who has not paid",
    icon: "clock-alert",
    screen: "ageing/AgeingScreen",
    actions: ["View", "Update"],
  },
  { id: 35, path: "/counter", title: "Counter", icon: "wallet", actions: ["View"] },
  {
    id: 33,
    path: "/finance-management?tab=cash-book",
    title: "Cash Book",
    icon: "list-checks",
    screen: "cash-book/CashBookScreen",
    actions: ["View"],
  },
  { id: 16, path: "/generate-report", title: "Generate Report", icon: "file-chart", actions: ["View"] },
  { id: 17, path: "/system-management", title: "System Management", icon: "shield", actions: ["View"] },
  {
    id: 23,
    path: "/system-management?tab=audit",
    title: "Audit",
    icon: "file-chart",
    screen: "audit/AuditScreen",
    actions: ["View"],
  },
  {
    id: 25,
    path: "/system-management?tab=mails",
    title: "Emails",
    icon: "mail",
    screen: "mails/MailsScreen",
    actions: ["View", "Update"],
  },
] as const satisfies readonly PageSpec[];

export type PagePath = (typeof standalonePages | typeof resourcePages)[number]["path"];

/** All pages and tabs: the source of menus, tabs, guards, permissions and the options of the menu form. */
export const pages: readonly PageEntry<PagePath>[] = sortByMenuOrder<PagePath>([...standalonePages, ...resourcePages]);

/** The page that a menu's MenuURL refers to. */
export function pageById(id: number): PageEntry | undefined {
  return pages.find((page) => page.id === id);
}

/** Sorts by id, each page followed by its tabs. */
export function sortByMenuOrder<Path extends string>(declared: readonly PageSpec<Path>[]): PageEntry<Path>[] {
  const entries = declared
    .map((page): PageEntry<Path> => ({ ...page, parent: parentPath(page) }))
    .toSorted((a, b) => a.id - b.id);
  return entries
    .filter(({ parent }) => parent === undefined)
    .flatMap((page) => [page, ...entries.filter(({ parent }) => parent === page.path)]);
}

/** The path of the page of which this is a tab; undefined for a page that is not a tab. */
export function parentPath({ path }: Pick<PageSpec, "path">): string | undefined {
  const [parent, tab] = path.split("?tab=");
  return tab === undefined ? undefined : parent;
}

/** In characters. */
export const maxPresencePathLength = 200;

const plotsPage: PagePath = "/society-management?tab=plots";
const housePath = /^\/house\/[^/?]+$/;

/**
 * The path of a location for presence: the page with its tab. Filters, search and sort order are left out, and so is the
 * tab of a house, whose viewers all see each other.
 */
export function presencePath({ pathname, search }: { pathname: string; search: string }): string {
  const tab = housePath.test(pathname) ? null : new URLSearchParams(search).get("tab");
  return tab === null ? pathname : `${pathname}?tab=${tab}`;
}

/**
 * Whether the viewer takes part in the presence of a page: staff do, on the pages that they can view. Displays and
 * accounts that can only view the dashboard do not.
 */
export function canSeePresence(viewer: Pick<Viewer, "permissions" | "scope" | "isDisplay">, path: string): boolean {
  if (viewer.scope === "own" || viewer.isDisplay || canOnlyViewDashboard(viewer)) return false;
  const [pathname = "", search = ""] = path.split("?");
  const page = housePath.test(pathname) ? plotsPage : presencePath({ pathname, search });
  return can(viewer, { page, flag: "CanView" });
}

/** Whether the account can only view the dashboard. An unattended display uses such an account. */
function canOnlyViewDashboard({ permissions }: Pick<Viewer, "permissions">): boolean {
  const granted = Object.entries(permissions).flatMap(([page, flags]) =>
    Object.entries(flags).flatMap(([flag, isGranted]) => (isGranted ? [`${page} ${flag}`] : [])),
  );
  return granted.length === 1 && granted[0] === "/ CanView";
}
