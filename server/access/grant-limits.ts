import { createMessage } from "../../shared/messages.ts";
import { pageById, pages } from "../../shared/pages.ts";
import { action } from "../../shared/resources/action.ts";
import { menus } from "../../shared/resources/menus.ts";
import { role } from "../../shared/resources/role.ts";
import { rolePermissions } from "../../shared/resources/role-permissions.ts";
import { type User, users } from "../../shared/resources/users.ts";
import type { Transaction } from "../commits/transaction.ts";
import { conflict, forbidden } from "../errors.ts";
import { getFlagOfAction } from "./permission-cache.ts";

/*
 * Limits on changes of permissions: nobody grants or revokes a right that they do not have, except that everybody may
 * grant a right that no role has yet.
 * An administrator always remains: an active user with the scope `all` who can edit permissions.
 */

/** The rights of each role by RoleID, as keys that `rightKey` creates. */
type RightsByRole = ReadonlyMap<number, ReadonlySet<string>>;

const permissionsGuard = rolePermissions.guards.update;
const editPermissionsRight = rightKey(permissionsGuard.page, permissionsGuard.flag);
/** The MenuURL of a menu is the id of its page. */
const permissionsPageId = pages.find(({ path }) => path === permissionsGuard.page)?.id;

/**
 * Runs a change of permissions and checks the result. Throws 403 when the viewer grants or revokes a right that their
 * own role lacks, and 409 when no administrator would remain. A right that no role has yet, such as the right to view a
 * new page, can be granted by every user who may make the change. Changes of permissions run one after the other.
 */
export async function runWithinGrantLimits<Result>(tx: Transaction, change: () => Promise<Result>): Promise<Result> {
  await lockPermissionChanges(tx);
  const before = await readRights(tx);
  const viewerRights = await readViewerRights(tx, before);
  const result = await change();
  const after = await readRights(tx);
  const rightsOfAnyRole = new Set([...before.values()].flatMap((rights) => [...rights]));
  if (
    listRightsOnlyIn(after, { notIn: before }).some((right) => rightsOfAnyRole.has(right) && !viewerRights.has(right))
  )
    throw forbidden(createMessage("grant-beyond-own-rights"));
  if (listRightsOnlyIn(before, { notIn: after }).some((right) => !viewerRights.has(right)))
    throw forbidden(createMessage("revoke-beyond-own-rights"));
  await assertSomeoneCanEditPermissions(tx, after);
  return result;
}

/** Throws 409 when no administrator remains. Call it after a change of users or roles. */
export async function assertAdministratorRemains(tx: Transaction): Promise<void> {
  await lockPermissionChanges(tx);
  await assertSomeoneCanEditPermissions(tx, await readRights(tx));
}

/** The rights of every role, with the changes of this transaction. */
async function readRights(tx: Transaction): Promise<RightsByRole> {
  const pathsByMenu = new Map(
    (await tx.findIncludingStaged(menus, {}, () => true)).map(({ MenuID, MenuURL }) => [
      MenuID,
      pageById(MenuURL)?.path,
    ]),
  );
  const flagsByAction = new Map(
    (await tx.findIncludingStaged(action, {}, () => true)).map(({ ActionID, ActionName }) => [
      ActionID,
      getFlagOfAction(ActionName),
    ]),
  );
  const rightsByRole = new Map<number, Set<string>>();
  const allowed = await tx.findIncludingStaged(rolePermissions, {}, ({ IsAllowed }) => IsAllowed === 1);
  for (const { RoleID, MenuID, ActionID } of allowed) {
    const [path, flag] = [pathsByMenu.get(MenuID), flagsByAction.get(ActionID)];
    if (path === undefined || flag === undefined) continue;
    const rights = rightsByRole.get(RoleID) ?? new Set();
    rightsByRole.set(RoleID, rights.add(rightKey(path, flag)));
  }
  return rightsByRole;
}

/**
 * Locks the menus of the permissions page, so that two changes of permissions never commit at the same time. If the
 * page has no menu, nothing is locked, but then nobody can edit permissions.
 */
async function lockPermissionChanges(tx: Transaction): Promise<void> {
  const permissionsMenus = await tx.find(menus, { MenuURL: permissionsPageId });
  await tx.lockRows(
    menus,
    permissionsMenus.map(({ MenuID }) => MenuID),
    "MenuID",
  );
}

async function readViewerRights(tx: Transaction, rightsByRole: RightsByRole): Promise<ReadonlySet<string>> {
  const user = await tx.findFirst(users, { UserID: tx.viewer.UserID, IsActive: true });
  return (user && rightsByRole.get(user.RoleID)) ?? new Set();
}

async function assertSomeoneCanEditPermissions(tx: Transaction, rightsByRole: RightsByRole): Promise<void> {
  // Users who see only their own rows do not count as administrators: they cannot grant access to all rows.
  const rolesWithAllRows = await tx.findIncludingStaged(role, { Scope: "all" }, ({ Scope }) => Scope === "all");
  const administratorRoles = new Set(
    rolesWithAllRows.map(({ RoleID }) => RoleID).filter((id) => rightsByRole.get(id)?.has(editPermissionsRight)),
  );
  const administrators = await tx.findIncludingStaged(
    users,
    { IsActive: true },
    ({ RoleID, IsActive }) => IsActive && administratorRoles.has(RoleID),
  );
  if (administrators.length === 0) throw conflict(createMessage("last-administrator"));
}

/** The rights that a role has in `rightsByRole`, but not in `other`. */
function listRightsOnlyIn(rightsByRole: RightsByRole, { notIn: other }: { notIn: RightsByRole }): string[] {
  return [...rightsByRole].flatMap(([RoleID, rights]) => [...rights].filter((right) => !other.get(RoleID)?.has(right)));
}

function rightKey(path: string, flag: string): string {
  return `${path} ${flag}`;
}

/** Throws 403 if this role and these plots give a right, the scope `all` or a plot that the viewer lacks. */
export async function assertWithinOwnRights(
  tx: Transaction,
  { RoleID, PlotIDs }: Pick<User, "RoleID" | "PlotIDs">,
): Promise<void> {
  const { permissions, scope, plotIds } = tx.viewer;
  const { Scope } = await tx.get(role, RoleID);
  if (scope === "own" && (Scope === "all" || PlotIDs.some((id) => !plotIds.has(id))))
    throw forbidden(createMessage("grant-beyond-own-rights"));
  for (const right of (await readRights(tx)).get(RoleID) ?? []) {
    const [page = "", flag = ""] = right.split(" ");
    if (permissions[page]?.[flag] !== true) throw forbidden(createMessage("grant-beyond-own-rights"));
  }
}

/** The fields that identify a row of role-permissions. */
export interface PermissionKey {
  RoleID: number;
  MenuID: number;
  ActionID: number;
}

/** Removes the matching permissions, whether they are allowed or denied. */
export async function removePermissions(tx: Transaction, filter: Partial<PermissionKey>): Promise<void> {
  for (const row of await tx.find(rolePermissions, filter)) tx.remove(rolePermissions, row);
}

/**
 * Removes the matching permissions, all of which must be denied. Throws 409 with the name of a role if one is granted.
 * `label` names the record to which the permissions belong.
 */
export async function removePermissionsAssertingNoGrants(
  tx: Transaction,
  { label, filter }: { label: string; filter: Partial<PermissionKey> },
): Promise<void> {
  const allowed = await tx.findFirst(rolePermissions, { ...filter, IsAllowed: 1 });
  if (allowed) {
    const { RoleName } = await tx.get(role, allowed.RoleID);
    throw conflict(createMessage("in-use", { label, holder: `${role.label} ${RoleName}` }));
  }
  await removePermissions(tx, filter);
}
