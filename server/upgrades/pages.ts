import { type ActionName, type PageEntry, pages } from "../../shared/pages.ts";
import type { RowOf } from "../../shared/registry.ts";
import { action } from "../../shared/resources/action.ts";
import { menuActionsMap } from "../../shared/resources/menuactionsmap.ts";
import { menus } from "../../shared/resources/menus.ts";
import { role } from "../../shared/resources/role.ts";
import { rolePermissions } from "../../shared/resources/role-permissions.ts";
import type { Transaction } from "../kernel/transaction.ts";
import { allowsAtFirst, menuOf } from "../setup.ts";

type Menu = RowOf<typeof menus>;

const permissionsPage = rolePermissions.guards.update.page;
const catalogue: readonly PageEntry[] = pages;

/**
 * Gives a society that is at work the pages which have come since: their menus, their actions, and rights for whoever may give
 * rights. A role that the portal began with gets what a new society's would, where it may still view the page above.
 */
export async function givePages(tx: Transaction, isNews: (page: PageEntry) => boolean): Promise<void> {
  const known = new Map((await tx.find(menus, {})).map((menu) => [menu.MenuURL, menu]));
  const rightsOf = await readRights(tx, known);
  for (const page of catalogue.filter((each) => isNews(each) && !known.has(each.number))) {
    const parent = known.get(numberOf(page.parent));
    // An administrator may have moved or deleted the page above.
    const ParentMenuID = parent?.ParentMenuID === 0 ? parent.MenuID : 0;
    const menu = await tx.insert(menus, menuOf(page, ParentMenuID));
    known.set(page.number, menu);
    const pairs = await makePairs(tx, { menu, page });
    for (const { RoleID, isAdministrator, RoleName, views } of rightsOf) {
      const allows = (name: ActionName) =>
        isAdministrator || (views(page.parent) && allowsAtFirst(RoleName, { page, name }));
      const allowed = pairs.filter(({ name }) => allows(name));
      await tx.insertMany(
        rolePermissions,
        allowed.map(({ ActionID }) => ({ RoleID, MenuID: menu.MenuID, ActionID, IsAllowed: 1 as const })),
      );
    }
  }
}

async function makePairs(tx: Transaction, { menu: { MenuID }, page }: { menu: Menu; page: PageEntry }) {
  const pairs: { name: ActionName; ActionID: number }[] = [];
  for (const name of page.actions) pairs.push({ name, ActionID: await actionNamed(tx, name) });
  await tx.insertMany(
    menuActionsMap,
    pairs.map(({ ActionID }) => ({ MenuID, ActionID })),
  );
  return pairs;
}

async function actionNamed(tx: Transaction, ActionName: ActionName): Promise<number> {
  const [known] = await tx.findNow(action, { ActionName }, (row) => row.ActionName === ActionName);
  return (known ?? (await tx.insert(action, { ActionName }))).ActionID;
}

/** What each role may do now, as far as it matters for pages that come. */
async function readRights(tx: Transaction, known: ReadonlyMap<number, Menu>) {
  const actions = new Map((await tx.find(action, {})).map(({ ActionName, ActionID }) => [ActionName, ActionID]));
  const allowed = new Set((await tx.find(rolePermissions, { IsAllowed: 1 })).map(keyOf));
  const holds = (RoleID: number, { path, name }: { path: string | undefined; name: ActionName }) => {
    const MenuID = known.get(numberOf(path))?.MenuID ?? 0;
    return allowed.has(keyOf({ RoleID, MenuID, ActionID: actions.get(name) ?? 0 }));
  };
  return (await tx.find(role, {})).map(({ RoleID, RoleName, Scope }) => ({
    RoleID,
    RoleName,
    isAdministrator: Scope === "all" && holds(RoleID, { path: permissionsPage, name: "Update" }),
    views: (path: string | undefined) => path === undefined || holds(RoleID, { path, name: "View" }),
  }));
}

function numberOf(path: string | undefined): number {
  return catalogue.find((page) => page.path === path)?.number ?? 0;
}

function keyOf({ RoleID, MenuID, ActionID }: Record<"RoleID" | "MenuID" | "ActionID", number>): string {
  return `${RoleID} ${MenuID} ${ActionID}`;
}
