import { type ActionName, actionFlags, type PageEntry, pages } from "../../shared/pages.ts";
import { action } from "../../shared/resources/action.ts";
import { menuActionsMap } from "../../shared/resources/menuactionsmap.ts";
import { menus } from "../../shared/resources/menus.ts";
import { role } from "../../shared/resources/role.ts";
import { rolePermissions } from "../../shared/resources/role-permissions.ts";
import { users } from "../../shared/resources/users.ts";
import { defaultRoles, menuRow } from "../access/default-roles.ts";
import { hashPassword, storePassword } from "../access/passwords.ts";
import type { RequestContext } from "../commits/request-context.ts";
import type { Transaction } from "../commits/transaction.ts";

export interface SeedAccount {
  username: string;
  fullName: string;
  password: string;
  role: keyof typeof defaultRoles;
  /** The password must be changed at the first sign-in, as it was printed. */
  temporary: boolean;
}

/** Fills an empty database with menus, actions, roles, permissions and these accounts. */
export async function seedDatabase(ctx: RequestContext, accounts: readonly SeedAccount[]): Promise<void> {
  const hashed = await Promise.all(
    accounts.map(async (account) => ({ ...account, hashed: await hashPassword(account.password) })),
  );
  await ctx.transaction(async (tx) => {
    const menuActions = await insertMenus(tx);
    for (const [RoleName, plan] of Object.entries(defaultRoles)) {
      const { RoleID } = await tx.insert(role, { RoleName, Scope: plan.scope });
      const permissions = menuActions.map(({ MenuID, ActionID, page, name }) => ({
        RoleID,
        MenuID,
        ActionID,
        IsAllowed: plan.allows(page, name) ? (1 as const) : (0 as const),
      }));
      await tx.insertMany(rolePermissions, permissions);
      for (const account of hashed.filter((item) => item.role === RoleName))
        await insertAccount(tx, { account, RoleID });
    }
  });
}

async function insertMenus(tx: Transaction) {
  const names = Object.keys(actionFlags).filter((name): name is ActionName => name in actionFlags);
  const actions = await tx.insertMany(
    action,
    names.map((ActionName) => ({ ActionName })),
  );
  const actionIds = new Map<string, number>(actions.map(({ ActionName, ActionID }) => [ActionName, ActionID]));
  const entries: readonly PageEntry[] = pages;
  const menuIds = new Map<string, number>();
  const pairs: { MenuID: number; ActionID: number; page: PageEntry; name: ActionName }[] = [];
  for (const page of entries) {
    const ParentMenuID = page.parent === undefined ? 0 : (menuIds.get(page.parent) ?? 0);
    const { MenuID } = await tx.insert(menus, menuRow(page, ParentMenuID));
    menuIds.set(page.path, MenuID);
    for (const name of page.actions) pairs.push({ MenuID, ActionID: actionIds.get(name) ?? 0, page, name });
  }
  await tx.insertMany(
    menuActionsMap,
    pairs.map(({ MenuID, ActionID }) => ({ MenuID, ActionID })),
  );
  return pairs;
}

async function insertAccount(
  tx: Transaction,
  { account, RoleID }: { account: SeedAccount & { hashed: string }; RoleID: number },
): Promise<void> {
  const { UserID } = await tx.insert(users, {
    Username: account.username,
    FullName: account.fullName,
    Email: "",
    Phone: "",
    RoleID,
    PlotIDs: [],
    IsActive: true,
    IsFirstSignIn: account.temporary,
  });
  storePassword(tx, { UserID, hashed: account.hashed });
}
