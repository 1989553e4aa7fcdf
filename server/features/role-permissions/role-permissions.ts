import { readRolePermissions, saveRolePermissions } from "../../../shared/endpoints/role-permissions.ts";
import { createMessage } from "../../../shared/messages.ts";
import { action } from "../../../shared/resources/action.ts";
import { menuActionsMap } from "../../../shared/resources/menuactionsmap.ts";
import { menus } from "../../../shared/resources/menus.ts";
import { role } from "../../../shared/resources/role.ts";
import { rolePermissions } from "../../../shared/resources/role-permissions.ts";
import type { PermissionKey } from "../../access/grant-limits.ts";
import { checkGrants } from "../../access/grant-limits.ts";
import type { ChangeStream } from "../../commits/change-stream.ts";
import type { Transaction } from "../../commits/transaction.ts";
import type { ReferenceCache } from "../../database/reference-cache.ts";
import { inArray } from "../../database/store.ts";
import { invalidField, notFound } from "../../errors.ts";
import { defineEndpointHandler, type EndpointHandler } from "../../http/endpoint-handler.ts";
import { parseId } from "../../http/request.ts";
import type { Feature } from "../feature.ts";

interface Permission extends PermissionKey {
  IsAllowed: 0 | 1;
}

export const feature: Feature = {
  initialize: (services) => ({ endpointHandlers: createRolePermissionHandlers(services) }),
};

/** The permissions of a role, read and saved as a grid. */
function createRolePermissionHandlers({
  referenceCache,
  changeStream,
}: {
  referenceCache: ReferenceCache;
  changeStream: ChangeStream;
}): EndpointHandler[] {
  return [
    defineEndpointHandler(readRolePermissions, async ({ params }) => {
      await changeStream.waitForCommit([role, menus, action, menuActionsMap, rolePermissions].map(({ name }) => name));
      const RoleID = parseId(role, params.RoleID);
      if (!referenceCache.get(role, RoleID)) throw notFound(role.label);
      return { success: true, message: "", data: buildGrid(RoleID, referenceCache) };
    }),
    defineEndpointHandler(saveRolePermissions, async ({ ctx, body }) => {
      const pairs = body.RoleMenuActions;
      await ctx.transaction((tx) => checkGrants(tx, () => savePermissions(tx, pairs)));
      return { success: true, ...createMessage("permissions-saved"), data: pairs.length };
    }),
  ];
}

/** One entry per pair of the menu-action map. */
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

/** Writes only changed pairs; of duplicates the last one counts. */
async function savePermissions(tx: Transaction, pairs: readonly Permission[]): Promise<void> {
  const wanted = new Map(pairs.map((pair) => [permissionKey(pair), pair]));
  await lockPairs(tx, [...wanted.values()]);
  const RoleID = inArray([...new Set(pairs.map((pair) => pair.RoleID))]);
  const stored = new Map((await tx.find(rolePermissions, { RoleID })).map((row) => [permissionKey(row), row]));
  const added: Permission[] = [];
  for (const [key, pair] of wanted) {
    const row = stored.get(key);
    if (!row) added.push(pair);
    else if (row.IsAllowed !== pair.IsAllowed) tx.update(rolePermissions, row, { IsAllowed: pair.IsAllowed });
  }
  await tx.insertMany(rolePermissions, added);
}

/** Throws 400 for pairs that are not in the map, and locks the others against deletion. */
async function lockPairs(tx: Transaction, pairs: readonly PermissionKey[]): Promise<void> {
  await tx.lockReferences(role, distinctIds(pairs, "RoleID"), "RoleID");
  await tx.lockReferences(menus, distinctIds(pairs, "MenuID"), "MenuID");
  await tx.lockReferences(action, distinctIds(pairs, "ActionID"), "ActionID");
  const mapped = new Set((await tx.find(menuActionsMap, {})).map(pairKey));
  if (pairs.every((pair) => mapped.has(pairKey(pair)))) return;
  throw invalidField("ActionID", createMessage("unknown-reference", { label: menuActionsMap.label }));
}

function distinctIds(pairs: readonly PermissionKey[], field: keyof PermissionKey): number[] {
  return [...new Set(pairs.map((pair) => pair[field]))];
}

function permissionKey({ RoleID, ...pair }: PermissionKey): string {
  return `${RoleID} ${pairKey(pair)}`;
}

function pairKey({ MenuID, ActionID }: Pick<PermissionKey, "MenuID" | "ActionID">): string {
  return `${MenuID} ${ActionID}`;
}
