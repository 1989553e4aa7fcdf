import { type ActionName, type PageEntry, pages } from "../../../shared/pages.ts";
import { action } from "../../../shared/resources/action.ts";
import { menuActionsMap } from "../../../shared/resources/menuactionsmap.ts";
import { type Menu, menus } from "../../../shared/resources/menus.ts";
import { role } from "../../../shared/resources/role.ts";
import { rolePermissions } from "../../../shared/resources/role-permissions.ts";
import { isAllowedByDefault } from "../../access/default-roles.ts";
import { createMenuRow } from "../../access/menu-row.ts";
import type { Transaction } from "../../commits/transaction.ts";

const permissionsPage = rolePermissions.guards.update.page;
const allPages: readonly PageEntry[] = pages;

/**
 * Adds the menus, actions and permissions of new pages to an existing database. Roles that see all rows and may edit
 * permissions get all permissions of a new page. Default roles get their default permissions if they can view the
 * parent page.
 */
export async function addPages(tx: Transaction, isNew: (page: PageEntry) => boolean): Promise<void> {
  const allMenus = await tx.find(menus, {});
  const roles = await readRoles(tx, allMenus);
  for (const page of allPages.filter(
    (entry) => isNew(entry) && !allMenus.some(({ MenuURL }) => MenuURL === entry.id),
  )) {
    const parent = allMenus.find((menu) => menu.MenuURL === pageIdOf(page.parent) && menu.ParentMenuID === 0);
    // An administrator may have moved or deleted the parent: then the new menu goes to the top level.
    const menu = await tx.insert(menus, createMenuRow(page, parent?.MenuID ?? 0));
    allMenus.push(menu);
    const menuActions = await insertMenuActions(tx, { menu, page });
    for (const { RoleID, isAdministrator, RoleName, canView } of roles) {
      const isAllowed = (name: ActionName) =>
        isAdministrator || (canView(page.parent) && isAllowedByDefault(RoleName, { page, actionName: name }));
      const allowedActions = menuActions.filter(({ name }) => isAllowed(name));
      await tx.insertMany(
        rolePermissions,
        allowedActions.map(({ ActionID }) => ({ RoleID, MenuID: menu.MenuID, ActionID, IsAllowed: 1 as const })),
      );
    }
  }
}

/**
 * Adds an action to a page of an existing database. Of the roles that can view the page, those that see all rows and
 * may edit permissions get the permission, and those that would have it by default in a new database.
 */
export async function addPageAction(
  tx: Transaction,
  { path, actionName }: { path: string; actionName: ActionName },
): Promise<void> {
  const allMenus = await tx.find(menus, {});
  const page = allPages.find((entry) => entry.path === path);
  const menu = page && allMenus.find(({ MenuURL }) => MenuURL === page.id);
  // An administrator may have deleted the menu.
  if (!menu) return;
  const roles = await readRoles(tx, allMenus);
  const ids = { MenuID: menu.MenuID, ActionID: await findOrInsertAction(tx, actionName) };
  if (await tx.findFirst(menuActionsMap, ids)) return;
  await tx.insert(menuActionsMap, ids);
  const allowedRoles = roles.filter(
    ({ isAdministrator, RoleName, canView }) =>
      canView(path) && (isAdministrator || isAllowedByDefault(RoleName, { page, actionName })),
  );
  await tx.insertMany(
    rolePermissions,
    allowedRoles.map(({ RoleID }) => ({ RoleID, ...ids, IsAllowed: 1 as const })),
  );
}

async function insertMenuActions(tx: Transaction, { menu: { MenuID }, page }: { menu: Menu; page: PageEntry }) {
  const menuActions: { name: ActionName; ActionID: number }[] = [];
  for (const name of page.actions) menuActions.push({ name, ActionID: await findOrInsertAction(tx, name) });
  await tx.insertMany(
    menuActionsMap,
    menuActions.map(({ ActionID }) => ({ MenuID, ActionID })),
  );
  return menuActions;
}

async function findOrInsertAction(tx: Transaction, ActionName: ActionName): Promise<number> {
  const [existing] = await tx.findIncludingStaged(action, { ActionName }, (row) => row.ActionName === ActionName);
  return (existing ?? (await tx.insert(action, { ActionName }))).ActionID;
}

/** The roles, each with the permissions that decide which actions of a new page it gets. */
async function readRoles(tx: Transaction, allMenus: readonly Menu[]) {
  const actionIds = new Map((await tx.find(action, {})).map(({ ActionName, ActionID }) => [ActionName, ActionID]));
  const allowedKeys = new Set((await tx.find(rolePermissions, { IsAllowed: 1 })).map(permissionKey));
  const hasPermission = (RoleID: number, { path, name }: { path: string | undefined; name: ActionName }) => {
    const menusOfPage = allMenus.filter(({ MenuURL }) => MenuURL === pageIdOf(path));
    const ActionID = actionIds.get(name) ?? 0;
    return menusOfPage.some(({ MenuID }) => allowedKeys.has(permissionKey({ RoleID, MenuID, ActionID })));
  };
  return (await tx.find(role, {})).map(({ RoleID, RoleName, Scope }) => ({
    RoleID,
    RoleName,
    isAdministrator: Scope === "all" && hasPermission(RoleID, { path: permissionsPage, name: "Update" }),
    canView: (path: string | undefined) => path === undefined || hasPermission(RoleID, { path, name: "View" }),
  }));
}

function pageIdOf(path: string | undefined): number {
  return allPages.find((page) => page.path === path)?.id ?? 0;
}

function permissionKey({ RoleID, MenuID, ActionID }: Record<"RoleID" | "MenuID" | "ActionID", number>): string {
  return `${RoleID} ${MenuID} ${ActionID}`;
}
