import { hash } from "@node-rs/argon2";
import { storePassword } from "../../server/access/passwords.ts";
import type { Transaction } from "../../server/commits/transaction.ts";
import { type ActionName, type PageEntry, pages } from "../../shared/pages.ts";
import { action } from "../../shared/resources/action.ts";
import { menus } from "../../shared/resources/menus.ts";
import { role } from "../../shared/resources/role.ts";
import { rolePermissions } from "../../shared/resources/role-permissions.ts";
import { users } from "../../shared/resources/users.ts";

/** Everybody's password. */
export const password = "open-sesame";

type PermissionsByPage = Readonly<Record<string, readonly ActionName[]>>;

/** Roles beside those that every portal begins with. */
const extraRoles: Readonly<Record<string, PermissionsByPage>> = {
  Clerk: { "/payment-management": ["View"], "/payment-management?tab=payment-schedule": ["View", "Update"] },
  Display: { "/": ["View"] },
  Nobody: {},
};

const accounts = [
  { username: "admin", roleName: "Admin" },
  { username: "manager", roleName: "Manager" },
  { username: "clerk", roleName: "Clerk" },
  { username: "ali", roleName: "Resident" },
  { username: "sana", roleName: "Resident" },
  { username: "board", roleName: "Display" },
  { username: "nobody", roleName: "Nobody" },
] as const;

export type Username = (typeof accounts)[number]["username"];

/** Far weaker than the portal makes them, as somebody signs in for nearly every test and each time it is checked. */
const fastHashOptions = { memoryCost: 8, timeCost: 1, parallelism: 1 };

/** Makes the roles and everybody's account; `plots` are the PlotIDs that somebody is linked to. */
export async function createPeople(
  tx: Transaction,
  { plots }: { plots: Partial<Record<Username, number[]>> },
): Promise<void> {
  const hashed = await hash(password, fastHashOptions);
  const roles = new Map((await tx.find(role, {})).map(({ RoleName, RoleID }) => [RoleName, RoleID]));
  for (const [RoleName, allowed] of Object.entries(extraRoles))
    roles.set(RoleName, await createRole(tx, { RoleName, allowed }));
  for (const { username, roleName } of accounts) {
    const { UserID } = await tx.insert(users, {
      Username: username,
      FullName: username,
      Email: `${username}@example.org`,
      Phone: "",
      RoleID: roles.get(roleName),
      PlotIDs: plots[username] ?? [],
      IsActive: true,
      IsFirstSignIn: false,
    });
    await storePassword(tx, { UserID, hashed });
  }
}

async function createRole(
  tx: Transaction,
  { RoleName, allowed }: { RoleName: string; allowed: PermissionsByPage },
): Promise<number> {
  const { RoleID } = await tx.insert(role, { RoleName, Scope: "all" });
  const catalogue: readonly PageEntry[] = pages;
  const numbers = new Map(catalogue.map(({ path, number }) => [path, number]));
  const menuIds = new Map((await tx.find(menus, {})).map(({ MenuURL, MenuID }) => [MenuURL, MenuID]));
  const actionIds = new Map((await tx.find(action, {})).map(({ ActionName, ActionID }) => [ActionName, ActionID]));
  const rows = Object.entries(allowed).flatMap(([path, names]) =>
    names.map((name) => ({
      RoleID,
      MenuID: menuIds.get(numbers.get(path) ?? 0),
      ActionID: actionIds.get(name),
      IsAllowed: 1 as const,
    })),
  );
  await tx.insertMany(rolePermissions, rows);
  return RoleID;
}
