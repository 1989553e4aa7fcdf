import { type ActionName, type PageEntry, pages } from "../../../shared/pages.ts";
import type { RowOf } from "../../../shared/registry.ts";
import { action } from "../../../shared/resources/action.ts";
import { menuActionsMap } from "../../../shared/resources/menuactionsmap.ts";
import { menus } from "../../../shared/resources/menus.ts";
import { role } from "../../../shared/resources/role.ts";
import { rolePermissions } from "../../../shared/resources/role-permissions.ts";
import { isAllowedByDefault, menuRow } from "../../access/default-roles.ts";
import type { Transaction } from "../../commits/transaction.ts";

type Menu = RowOf<typeof menus>;

const permissionsPage = rolePermissions.guards.update.page;
const allPages: readonly PageEntry[] = pages;

/**
 * Gives a society that is at work the pages which have come since: their menus, their actions, and rights for whoever may give
 * rights. A role that the portal began with gets what a new society's would, where it may still view the page above.
 */
export async function addPages(tx: Transaction, isNews: (page: PageEntry) => boolean): Promise<void> {
  const known = new Map((await tx.find(menus, {})).map((menu) => [menu.MenuURL, menu]));
  const rightsOf = await readRolePermissions(tx, known);
  for (const page of allPages.filter((each) => isNews(each) && !known.has(each.number))) {
    const parent = known.get(pageNumber(page.parent));
    // An administrator may have moved or deleted the page above.
    const ParentMenuID = parent?.ParentMenuID === 0 ? parent.MenuID : 0;
    const menu = await tx.insert(menus, menuRow(page, ParentMenuID));
    known.set(page.number, menu);
    const pairs = await insertMenuActions(tx, { menu, page });
    for (const { RoleID, isAdministrator, RoleName, canView } of rightsOf) {
      const allows = (name: ActionName) =>
        isAdministrator || (canView(page.parent) && isAllowedByDefault(RoleName, { page, name }));
      const allowed = pairs.filter(({ name }) => allows(name));
      await tx.insertMany(
        rolePermissions,
        allowed.map(({ ActionID }) => ({ RoleID, MenuID: menu.MenuID, ActionID, IsAllowed: 1 as const })),
      );
    }
  }
}

async function insertMenuActions(tx: Transaction, { menu: { MenuID }, page }: { menu: Menu; page: PageEntry }) {
  const pairs: { name: ActionName; ActionID: number }[] = [];
  for (const name of page.actions) pairs.push({ name, ActionID: await findOrInsertAction(tx, name) });
  await tx.insertMany(
    menuActionsMap,
    pairs.map(({ ActionID }) => ({ MenuID, ActionID })),
  );
  return pairs;
}

async function findOrInsertAction(tx: Transaction, ActionName: ActionName): Promise<number> {
  const [known] = await tx.findCurrent(action, { ActionName }, (row) => row.ActionName === ActionName);
  return (known ?? (await tx.insert(action, { ActionName }))).ActionID;
}

/** What each role may do now, as far as it matters for pages that come. */
async function readRolePermissions(tx: Transaction, known: ReadonlyMap<number, Menu>) {
  const actions = new Map((await tx.find(action, {})).map(({ ActionName, ActionID }) => [ActionName, ActionID]));
  const allowed = new Set((await tx.find(rolePermissions, { IsAllowed: 1 })).map(permissionKey));
  const holds = (RoleID: number, { path, name }: { path: string | undefined; name: ActionName }) => {
    const MenuID = known.get(pageNumber(path))?.MenuID ?? 0;
    return allowed.has(permissionKey({ RoleID, MenuID, ActionID: actions.get(name) ?? 0 }));
  };
  return (await tx.find(role, {})).map(({ RoleID, RoleName, Scope }) => ({
    RoleID,
    RoleName,
    isAdministrator: Scope === "all" && holds(RoleID, { path: permissionsPage, name: "Update" }),
    canView: (path: string | undefined) => path === undefined || holds(RoleID, { path, name: "View" }),
  }));
}

function pageNumber(path: string | undefined): number {
  return allPages.find((page) => page.path === path)?.number ?? 0;
}

function permissionKey({ RoleID, MenuID, ActionID }: Record<"RoleID" | "MenuID" | "ActionID", number>): string {
  return `${RoleID} ${MenuID} ${ActionID}`;
}
