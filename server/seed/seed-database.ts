import { type ActionName, actionFlags, type PageEntry, pages } from "../../shared/pages.ts";
import { account, cashAccount } from "../../shared/resources/account.ts";
import { action } from "../../shared/resources/action.ts";
import { menuActionsMap } from "../../shared/resources/menuactionsmap.ts";
import { menus } from "../../shared/resources/menus.ts";
import { role } from "../../shared/resources/role.ts";
import { rolePermissions } from "../../shared/resources/role-permissions.ts";
import { newSociety, society } from "../../shared/resources/society.ts";
import { users } from "../../shared/resources/users.ts";
import { defaultRoles } from "../access/default-roles.ts";
import { createMenuRow } from "../access/menu-row.ts";
import { hashPassword, storePassword } from "../access/passwords.ts";
import type { RequestContext } from "../commits/request-context.ts";
import type { Transaction } from "../commits/transaction.ts";

export interface SeedAccount {
  username: string;
  fullName: string;
  password: string;
  role: keyof typeof defaultRoles;
  /** At the first sign-in, because the password was printed. */
  mustChangePassword: boolean;
}

/**
 * Fills an empty database with the society, menus, actions, roles, permissions and these accounts. Returns false if
 * another server that started at the same time has filled it.
 */
export async function seedDatabase(ctx: RequestContext, accounts: readonly SeedAccount[]): Promise<boolean> {
  const hashedAccounts = await Promise.all(
    accounts.map(async (seedAccount) => ({
      ...seedAccount,
      passwordHash: await hashPassword(seedAccount.password, { client: "seed", account: seedAccount.username }),
    })),
  );
  return ctx.transaction(async (tx) => {
    if (await tx.findFirst(society, {})) return false;
    await tx.insert(society, newSociety);
    await tx.insert(account, cashAccount);
    const menuActions = await insertMenus(tx);
    for (const [RoleName, definition] of Object.entries(defaultRoles)) {
      const { RoleID } = await tx.insert(role, { RoleName, Scope: definition.scope, RequireTotp: false });
      const permissions = menuActions.map(({ MenuID, ActionID, page, actionName }) => ({
        RoleID,
        MenuID,
        ActionID,
        IsAllowed: definition.allows(page, actionName) ? (1 as const) : (0 as const),
      }));
      await tx.insertMany(rolePermissions, permissions);
      for (const seedAccount of hashedAccounts)
        if (seedAccount.role === RoleName) await insertUser(tx, seedAccount, RoleID);
    }
    return true;
  });
}

/** Inserts actions, menus and menu actions. Returns the menu actions. */
async function insertMenus(tx: Transaction) {
  const actions = await tx.insertMany(
    action,
    Object.keys(actionFlags).map((ActionName) => ({ ActionName })),
  );
  const actionIds = new Map<string, number>(actions.map(({ ActionName, ActionID }) => [ActionName, ActionID]));
  const menuIds = new Map<string, number>();
  const menuActions: { MenuID: number; ActionID: number; page: PageEntry; actionName: ActionName }[] = [];
  for (const page of pages as readonly PageEntry[]) {
    const ParentMenuID = page.parent === undefined ? 0 : (menuIds.get(page.parent) ?? 0);
    const { MenuID } = await tx.insert(menus, createMenuRow(page, ParentMenuID));
    menuIds.set(page.path, MenuID);
    for (const actionName of page.actions)
      menuActions.push({ MenuID, ActionID: actionIds.get(actionName) ?? 0, page, actionName });
  }
  await tx.insertMany(
    menuActionsMap,
    menuActions.map(({ MenuID, ActionID }) => ({ MenuID, ActionID })),
  );
  return menuActions;
}

async function insertUser(
  tx: Transaction,
  seedAccount: SeedAccount & { passwordHash: string },
  RoleID: number,
): Promise<void> {
  const { UserID } = await tx.insert(users, {
    Username: seedAccount.username,
    FullName: seedAccount.fullName,
    Email: "",
    Phone: "",
    RoleID,
    PlotIDs: [],
    IsActive: true,
    IsFirstSignIn: seedAccount.mustChangePassword,
    IsEmailVerified: true,
    HasTotp: false,
    PasswordChangedAt: null,
  });
  storePassword(tx, { UserID, passwordHash: seedAccount.passwordHash });
}
