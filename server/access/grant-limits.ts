import { createMessage } from "../../shared/messages.ts";
import { pageByNumber, pages } from "../../shared/pages.ts";
import { action } from "../../shared/resources/action.ts";
import { menus } from "../../shared/resources/menus.ts";
import { role } from "../../shared/resources/role.ts";
import { rolePermissions } from "../../shared/resources/role-permissions.ts";
import { users } from "../../shared/resources/users.ts";
import type { Transaction } from "../commits/transaction.ts";
import { conflict, forbidden } from "../errors.ts";
import { flagForAction } from "./permission-cache.ts";

/** RoleID → the rights it holds, each a page and a flag. */
type Rights = ReadonlyMap<number, ReadonlySet<string>>;

const { page, flag } = rolePermissions.guards.update;
const editPermissionsRight = rightKey(page, flag);
const permissionsPageNumber = pages.find(({ path }) => path === page)?.number;

/**
 * Runs a change of what roles may do and refuses it when the person gives or takes what their own role does not hold
 * (403), or when nobody active remains who may edit permissions (409). What no role holds at all may be given by whoever
 * may make the change: a page or an action that has just been added is held by nobody. Such changes wait for one another.
 */
export async function checkGrants<Result>(tx: Transaction, change: () => Promise<Result>): Promise<Result> {
  await lockPermissionChanges(tx);
  const before = await readRights(tx);
  const own = await readViewerRights(tx, before);
  const result = await change();
  const after = await readRights(tx);
  const held = new Set([...before.values()].flatMap((rights) => [...rights]));
  if (addedRights(before, after).some((right) => held.has(right) && !own.has(right)))
    throw forbidden(createMessage("grant-beyond-own-rights"));
  if (addedRights(after, before).some((right) => !own.has(right)))
    throw forbidden(createMessage("revoke-beyond-own-rights"));
  await assertSomeoneCanEditPermissions(tx, after);
  return result;
}

/** Refuses (409) when nobody active remains who may edit permissions. For changes of accounts and roles; they wait for one another. */
export async function assertAdministratorRemains(tx: Transaction): Promise<void> {
  await lockPermissionChanges(tx);
  await assertSomeoneCanEditPermissions(tx, await readRights(tx));
}

/** What every role may do, as this unit of work has left it. */
async function readRights(tx: Transaction): Promise<Rights> {
  const paths = new Map(
    (await tx.findCurrent(menus, {}, () => true)).map(({ MenuID, MenuURL }) => [MenuID, pageByNumber(MenuURL)?.path]),
  );
  const flags = new Map(
    (await tx.findCurrent(action, {}, () => true)).map(({ ActionID, ActionName }) => [
      ActionID,
      flagForAction(ActionName),
    ]),
  );
  const rights = new Map<number, Set<string>>();
  const allowed = await tx.findCurrent(rolePermissions, {}, ({ IsAllowed }) => IsAllowed === 1);
  for (const { RoleID, MenuID, ActionID } of allowed) {
    const [path, name] = [paths.get(MenuID), flags.get(ActionID)];
    if (path === undefined || name === undefined) continue;
    const held = rights.get(RoleID) ?? new Set();
    rights.set(RoleID, held.add(rightKey(path, name)));
  }
  return rights;
}

/** The menu of the permissions page is the row that all of them change, so that no two of them pass at once. */
async function lockPermissionChanges(tx: Transaction): Promise<void> {
  const menu = await tx.findFirst(menus, { MenuURL: permissionsPageNumber });
  if (menu) await tx.lockReferences(menus, [menu.MenuID], "MenuID");
}

async function readViewerRights(tx: Transaction, rights: Rights): Promise<ReadonlySet<string>> {
  const user = await tx.findFirst(users, { UserID: tx.viewer.UserID, IsActive: true });
  return (user && rights.get(user.RoleID)) ?? new Set();
}

async function assertSomeoneCanEditPermissions(tx: Transaction, rights: Rights): Promise<void> {
  // Who sees own rows only could never let anybody see more.
  const seeing = await tx.findCurrent(role, { Scope: "all" }, ({ Scope }) => Scope === "all");
  const roles = new Set(seeing.map(({ RoleID }) => RoleID).filter((id) => rights.get(id)?.has(editPermissionsRight)));
  const administrators = await tx.findCurrent(
    users,
    { IsActive: true },
    ({ RoleID, IsActive }) => IsActive && roles.has(RoleID),
  );
  if (administrators.length === 0) throw conflict(createMessage("last-administrator"));
}

/** What some role has in `after` and does not have in `before`. */
function addedRights(before: Rights, after: Rights): string[] {
  return [...after].flatMap(([RoleID, rights]) => [...rights].filter((right) => !before.get(RoleID)?.has(right)));
}

function rightKey(path: string, name: string): string {
  return `${path} ${name}`;
}

interface AccountAccess {
  RoleID: number;
  PlotIDs: readonly number[];
}

/** Refuses (403) to let the viewer touch, or make, an account that may do or see more than the viewer. */
export async function assertWithinOwnRights(tx: Transaction, { RoleID, PlotIDs }: AccountAccess): Promise<void> {
  const { permissions, scope, plots } = tx.viewer;
  const held = await tx.get(role, RoleID);
  if (scope === "own" && (held.Scope === "all" || PlotIDs.some((id) => !plots.has(id))))
    throw forbidden(createMessage("grant-beyond-own-rights"));
  for (const right of (await readRights(tx)).get(RoleID) ?? []) {
    const [page = "", flag = ""] = right.split(" ");
    if (permissions[page]?.[flag] !== true) throw forbidden(createMessage("grant-beyond-own-rights"));
  }
}

/** Who may what, and where. */
export interface PermissionKey {
  RoleID: number;
  MenuID: number;
  ActionID: number;
}

/** Removes the permissions that match, allowed or not. */
export async function removePermissions(tx: Transaction, of: Partial<PermissionKey>): Promise<void> {
  for (const row of await tx.find(rolePermissions, of)) tx.remove(rolePermissions, row);
}

/** Removes the permissions that only refuse; one that is granted is a use, and named with its role (409). */
export async function removeDeniedPermissions(
  tx: Transaction,
  { label, of }: { label: string; of: Partial<PermissionKey> },
): Promise<void> {
  const granted = await tx.findFirst(rolePermissions, { ...of, IsAllowed: 1 });
  if (granted) {
    const { RoleName } = await tx.get(role, granted.RoleID);
    throw conflict(createMessage("in-use", { label, holder: `${role.label} ${RoleName}` }));
  }
  await removePermissions(tx, of);
}
