import type { ActionName, PageEntry } from "../../shared/pages.ts";

interface RoleDefinition {
  scope: "all" | "own";
  allows: (page: PageEntry, name: ActionName) => boolean;
}

const residentPages: readonly string[] = [
  "/",
  "/society-management",
  "/society-management?tab=plots",
  "/payment-management",
  "/payment-management?tab=payment-schedule",
  "/payment-management?tab=payment-receipt",
];

/** The roles that a new portal begins with; administrators change them as they like. */
export const defaultRoles = {
  Admin: { scope: "all", allows: () => true },
  Manager: {
    scope: "all",
    allows: (page) => !page.path.startsWith("/system-management") && !page.path.endsWith("plot-users"),
  },
  Resident: { scope: "own", allows: (page, name) => name === "View" && residentPages.includes(page.path) },
} as const satisfies Record<string, RoleDefinition>;

/** Whether a role of this name may do that in a new portal; false for those that a new portal does not have. */
export function isAllowedByDefault(roleName: string, { page, name }: { page: PageEntry; name: ActionName }): boolean {
  const plans: Readonly<Record<string, RoleDefinition>> = defaultRoles;
  return plans[roleName]?.allows(page, name) ?? false;
}

/** The entry of the menu for a page, below another or, with 0, at the top. */
export function menuRow(page: PageEntry, ParentMenuID: number) {
  return {
    MenuName: page.title,
    MenuURL: page.number,
    ParentMenuID,
    IsTopLevel: ParentMenuID === 0 ? (1 as const) : (0 as const),
    Position: page.number,
    Icon: page.icon,
  };
}

/** The role of accounts that residents create themselves. */
export const signupRoleName = "Resident";
