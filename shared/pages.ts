/** The actions that a page's buttons stand for; an administrator grants them per role. */
export type ActionName = keyof typeof actionFlags;

/** Which flag of the session's permission map an action switches on. */
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
} as const;

export type Flag = (typeof actionFlags)[ActionName];

export interface PageEntry {
  /** What a menu stores as MenuURL; never reused. */
  number: number;
  /** Path, with the tab query where the page is a tab: the key of the permission map. */
  path: string;
  title: string;
  icon: string;
  /** The page of which this is a tab. */
  parent?: string;
  /** The pairs that the portal itself puts into the menu-action map. */
  actions: readonly ActionName[];
}

const crud = ["View", "Add", "Update", "Delete"] as const;

/** Every page and tab there is. Menus, tabs, guards, permissions and the menu form's choices come from here. */
export const pages = [
  { number: 1, path: "/", title: "Dashboard", icon: "layout-dashboard", actions: ["View", "Edit"] },
  { number: 2, path: "/society-management", title: "Society Management", icon: "home", actions: ["View"] },
  {
    number: 3,
    path: "/society-management?tab=plots",
    title: "Plots",
    icon: "home",
    parent: "/society-management",
    actions: crud,
  },
  {
    number: 4,
    path: "/society-management?tab=plot-users",
    title: "Plot Users",
    icon: "users",
    parent: "/society-management",
    actions: crud,
  },
  {
    number: 5,
    path: "/society-management?tab=plot-category",
    title: "Plot Categories",
    icon: "tag",
    parent: "/society-management",
    actions: crud,
  },
  {
    number: 6,
    path: "/society-management?tab=plot-type",
    title: "Plot Types",
    icon: "building",
    parent: "/society-management",
    actions: crud,
  },
  {
    number: 7,
    path: "/society-management?tab=plot-floors",
    title: "Plot Floors",
    icon: "layers",
    parent: "/society-management",
    actions: crud,
  },
  { number: 8, path: "/payment-management", title: "Payment Management", icon: "receipt", actions: ["View"] },
  {
    number: 9,
    path: "/payment-management?tab=service-charges",
    title: "Service Charges",
    icon: "tag",
    parent: "/payment-management",
    actions: [...crud, "GeneratePaymentPlan"],
  },
  {
    number: 10,
    path: "/payment-management?tab=payment-plans",
    title: "Payment Plans",
    icon: "calendar",
    parent: "/payment-management",
    actions: ["View", "ViewPaymentPlan", "GeneratePaymentSchedule", "RevokePaymentPlan"],
  },
  {
    number: 11,
    path: "/payment-management?tab=payment-schedule",
    title: "Payment Schedule",
    icon: "list-checks",
    parent: "/payment-management",
    actions: ["View", "Update"],
  },
  {
    number: 12,
    path: "/payment-management?tab=payment-receipt",
    title: "Payment Receipt",
    icon: "receipt",
    parent: "/payment-management",
    actions: crud,
  },
  { number: 13, path: "/finance-management", title: "Finance Management", icon: "banknote", actions: ["View"] },
  {
    number: 14,
    path: "/finance-management?tab=expenses",
    title: "Expenses",
    icon: "banknote",
    parent: "/finance-management",
    actions: crud,
  },
  {
    number: 15,
    path: "/finance-management?tab=received",
    title: "Received",
    icon: "banknote",
    parent: "/finance-management",
    actions: ["View"],
  },
  {
    number: 26,
    path: "/finance-management?tab=ageing",
    title: "Who has not paid",
    icon: "clock-alert",
    parent: "/finance-management",
    actions: ["View", "Update"],
  },
  { number: 16, path: "/generate-report", title: "Generate Report", icon: "file-chart", actions: ["View"] },
  { number: 17, path: "/system-management", title: "System Management", icon: "shield", actions: ["View"] },
  {
    number: 18,
    path: "/system-management?tab=action",
    title: "Action",
    icon: "shield",
    parent: "/system-management",
    actions: crud,
  },
  {
    number: 19,
    path: "/system-management?tab=menu",
    title: "Menu",
    icon: "menu",
    parent: "/system-management",
    actions: crud,
  },
  {
    number: 20,
    path: "/system-management?tab=map-menu-actions",
    title: "Menu Action",
    icon: "list-checks",
    parent: "/system-management",
    actions: crud,
  },
  {
    number: 21,
    path: "/system-management?tab=role",
    title: "Role",
    icon: "users",
    parent: "/system-management",
    actions: crud,
  },
  {
    number: 22,
    path: "/system-management?tab=permissions",
    title: "Role Menu Actions",
    icon: "shield",
    parent: "/system-management",
    actions: ["View", "Update"],
  },
  {
    number: 23,
    path: "/system-management?tab=audit",
    title: "Audit",
    icon: "file-chart",
    parent: "/system-management",
    actions: ["View"],
  },
  {
    number: 24,
    path: "/system-management?tab=displays",
    title: "Displays",
    icon: "layout-dashboard",
    parent: "/system-management",
    actions: ["View", "Add", "Delete"],
  },
  {
    number: 25,
    path: "/system-management?tab=mails",
    title: "Mails",
    icon: "mail",
    parent: "/system-management",
    actions: ["View", "Update"],
  },
] as const satisfies readonly PageEntry[];

export type PagePath = (typeof pages)[number]["path"];

/** The catalogue entry that a menu's MenuURL names, if there is one. */
export function pageByNumber(number: number): PageEntry | undefined {
  return pages.find((page) => page.number === number);
}
