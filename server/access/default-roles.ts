import type { ActionName, PageEntry } from "../../shared/pages.ts";

interface RoleDefinition {
  scope: "all" | "own";
  /** Whether the role has the right to this action on the page. */
  allows: (page: PageEntry, actionName: ActionName) => boolean;
}

const residentPages: readonly string[] = [
  "/",
  "/society-management",
  "/society-management?tab=plots",
  "/payment-management",
  "/payment-management?tab=payment-schedule",
  "/payment-management?tab=payment-receipt",
];

/** The roles of a new database. Administrators can change them. */
export const defaultRoles = {
  Admin: { scope: "all", allows: () => true },
  Manager: {
    scope: "all",
    allows: (page) => !page.path.startsWith("/system-management") && !page.path.endsWith("plot-users"),
  },
  Resident: { scope: "own", allows: (page, actionName) => actionName === "View" && residentPages.includes(page.path) },
} as const satisfies Record<string, RoleDefinition>;

/** Whether the default role of this name may do this on the page in a new database. False for other roles. */
export function isAllowedByDefault(
  roleName: string,
  { page, actionName }: { page: PageEntry; actionName: ActionName },
): boolean {
  const definitions: Readonly<Record<string, RoleDefinition>> = defaultRoles;
  return definitions[roleName]?.allows(page, actionName) ?? false;
}

/** Creates the menu row of a page. `ParentMenuID` 0 puts the menu at the top level. */
export function createMenuRow(page: PageEntry, ParentMenuID: number) {
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
