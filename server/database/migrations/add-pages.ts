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
 * Adds new pages to an existing database: their menus, actions and permissions. Roles that may edit permissions get all
 * rights; default roles get their default rights if they may view the parent page.
 */
export async function addPages(tx: Transaction, isNews: (page: PageEntry) => boolean): Promise<void> {
  const menusByNumber = new Map((await tx.find(menus, {})).map((menu) => [menu.MenuURL, menu]));
  const rightsOf = await readRolePermissions(tx, menusByNumber);
  for (const page of allPages.filter((each) => isNews(each) && !menusByNumber.has(each.number))) {
    const parent = menusByNumber.get(pageNumber(page.parent));
    // An administrator may have moved or deleted the parent.
    const ParentMenuID = parent?.ParentMenuID === 0 ? parent.MenuID : 0;
    const menu = await tx.insert(menus, menuRow(page, ParentMenuID));
    menusByNumber.set(page.number, menu);
    const pairs = await insertMenuActions(tx, { menu, page });
    for (const { RoleID, isAdministrator, RoleName, canView } of rightsOf) {
      const allows = (name: ActionName) =>
        isAdministrator || (canView(page.parent) && isAllowedByDefault(RoleName, { page, actionName: name }));
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
  const [menusByNumber] = await tx.findCurrent(action, { ActionName }, (row) => row.ActionName === ActionName);
  return (menusByNumber ?? (await tx.insert(action, { ActionName }))).ActionID;
}

/** The rights of each role that decide about new pages. */
async function readRolePermissions(tx: Transaction, menusByNumber: ReadonlyMap<number, Menu>) {
  const actions = new Map((await tx.find(action, {})).map(({ ActionName, ActionID }) => [ActionName, ActionID]));
  const allowed = new Set((await tx.find(rolePermissions, { IsAllowed: 1 })).map(permissionKey));
  const holds = (RoleID: number, { path, name }: { path: string | undefined; name: ActionName }) => {
    const MenuID = menusByNumber.get(pageNumber(path))?.MenuID ?? 0;
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
