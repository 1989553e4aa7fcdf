import { readRolePermissions, saveRolePermissions } from "../../../shared/endpoints/role-permissions.ts";
import { createMessage } from "../../../shared/messages.ts";
import { action } from "../../../shared/resources/action.ts";
import { menuActionsMap } from "../../../shared/resources/menuactionsmap.ts";
import { menus } from "../../../shared/resources/menus.ts";
import { role } from "../../../shared/resources/role.ts";
import { rolePermissions } from "../../../shared/resources/role-permissions.ts";
import { type PermissionKey, runWithinGrantLimits } from "../../access/grant-limits.ts";
import type { Transaction } from "../../commits/transaction.ts";
import type { ReferenceCache } from "../../database/reference-cache.ts";
import { inArray } from "../../database/store.ts";
import { invalidField, notFound } from "../../errors.ts";
import { defineEndpointHandler, type EndpointHandler } from "../../http/endpoint-handler.ts";
import { parseId } from "../../http/request.ts";
import type { Feature, FeatureServices } from "../feature.ts";

interface Permission extends PermissionKey {
  IsAllowed: 0 | 1;
}

export const feature: Feature = {
  initialize: (services) => ({ endpointHandlers: createRolePermissionHandlers(services) }),
};

/** The permissions of a role, read and saved as a grid. */
function createRolePermissionHandlers({ referenceCache, changeStream }: FeatureServices): EndpointHandler[] {
  return [
    defineEndpointHandler(readRolePermissions, async ({ params }) => {
      await changeStream.waitForOwnCommits(
        [role, menus, action, menuActionsMap, rolePermissions].map(({ name }) => name),
      );
      const RoleID = parseId(role, params.RoleID);
      if (!referenceCache.get(role, RoleID)) throw notFound(role.label);
      return { data: buildGrid(RoleID, referenceCache) };
    }),
    defineEndpointHandler(saveRolePermissions, async ({ ctx, body }) => {
      const permissions = body.RoleMenuActions;
      await ctx.transaction((tx) => runWithinGrantLimits(tx, () => savePermissions(tx, permissions)));
      return { ...createMessage("permissions-saved"), data: permissions.length };
    }),
  ];
}

/** One entry for each pair of menu and action in the menu-action map. */
function buildGrid(RoleID: number, referenceCache: ReferenceCache) {
  const stored = new Map(
    [...referenceCache.all(rolePermissions)].filter((row) => row.RoleID === RoleID).map((row) => [pairKey(row), row]),
  );
  return [...referenceCache.all(menuActionsMap)].map(({ MenuID, ActionID }) => {
    const row = stored.get(pairKey({ MenuID, ActionID }));
    const menu = referenceCache.get(menus, MenuID);
    return {
      RoleMenuActionID: row?.RoleMenuActionID ?? 0,
      RoleID,
      MenuID,
      ParentMenuID: menu?.ParentMenuID ?? 0,
      MenuName: menu?.MenuName ?? "",
      ActionID,
      ActionName: referenceCache.get(action, ActionID)?.ActionName ?? "",
      IsAllowed: row?.IsAllowed ?? 0,
    };
  });
}

/** Writes the permissions that differ from the stored ones. Of duplicates in the request, the last one counts. */
async function savePermissions(tx: Transaction, permissions: readonly Permission[]): Promise<void> {
  const permissionByKey = new Map(permissions.map((permission) => [permissionKey(permission), permission]));
  await lockReferencedRecords(tx, [...permissionByKey.values()]);
  const RoleID = inArray(distinctIds(permissions, "RoleID"));
  const stored = new Map((await tx.find(rolePermissions, { RoleID })).map((row) => [permissionKey(row), row]));
  const added: Permission[] = [];
  for (const [key, permission] of permissionByKey) {
    const { IsAllowed } = permission;
    const row = stored.get(key);
    if (!row) added.push(permission);
    else if (row.IsAllowed !== IsAllowed) tx.update(rolePermissions, row, { IsAllowed });
  }
  await tx.insertMany(rolePermissions, added);
}

/** Locks roles, menus and actions against deletion. Throws 400 when a pair is not in the menu-action map. */
async function lockReferencedRecords(tx: Transaction, permissions: readonly PermissionKey[]): Promise<void> {
  await tx.lockRows(role, distinctIds(permissions, "RoleID"), "RoleID");
  await tx.lockRows(menus, distinctIds(permissions, "MenuID"), "MenuID");
  await tx.lockRows(action, distinctIds(permissions, "ActionID"), "ActionID");
  const mappedPairs = new Set((await tx.find(menuActionsMap, {})).map(pairKey));
  if (permissions.every((permission) => mappedPairs.has(pairKey(permission)))) return;
  throw invalidField("ActionID", createMessage("unknown-reference", { label: menuActionsMap.label }));
}

function distinctIds(permissions: readonly PermissionKey[], field: keyof PermissionKey): number[] {
  return [...new Set(permissions.map((permission) => permission[field]))];
}

function permissionKey({ RoleID, ...pair }: PermissionKey): string {
  return `${RoleID} ${pairKey(pair)}`;
}

function pairKey({ MenuID, ActionID }: Pick<PermissionKey, "MenuID" | "ActionID">): string {
  return `${MenuID} ${ActionID}`;
}
