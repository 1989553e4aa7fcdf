import type { ActionName, PageEntry } from "../../shared/pages.ts";
import { claim } from "../../shared/resources/claim.ts";

interface RoleDefinition {
  scope: "all" | "own";
  /** Whether the role has the right to this action on the page. */
  allows: (page: PageEntry, actionName: ActionName) => boolean;
}

const claimsPage = claim.guards.list.page;

const residentPages: readonly string[] = [
  "/",
  "/society-management",
  "/society-management?tab=plots",
  "/society-management?tab=certificates",
  "/payment-management",
  "/payment-management?tab=payment-schedule",
  "/payment-management?tab=payment-receipt",
  "/payment-management?tab=bills",
  claimsPage,
];

/** The roles of a new database. Administrators can change them. */
export const defaultRoles = {
  Admin: { scope: "all", allows: () => true },
  Manager: {
    scope: "all",
    allows: (page) => !page.path.startsWith("/system-management") && !page.path.endsWith("plot-users"),
  },
  Resident: {
    scope: "own",
    allows: ({ path }, actionName) =>
      (actionName === "View" && residentPages.includes(path)) || (actionName === "Add" && path === claimsPage),
  },
} as const satisfies Record<string, RoleDefinition>;

/** Whether the default role of this name may do this on the page in a new database. False for other roles. */
export function isAllowedByDefault(
  roleName: string,
  { page, actionName }: { page: PageEntry; actionName: ActionName },
): boolean {
  const definitions: Readonly<Record<string, RoleDefinition>> = defaultRoles;
  return definitions[roleName]?.allows(page, actionName) ?? false;
}

/** The role of accounts that residents create themselves. */
export const signupRoleName = "Resident";
