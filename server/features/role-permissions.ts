import { readRolePermissions, saveRolePermissions } from "../../shared/endpoints/role-permissions.ts";
import { messages } from "../../shared/messages.ts";
import { action } from "../../shared/resources/action.ts";
import { menuActionsMap } from "../../shared/resources/menuactionsmap.ts";
import { menus } from "../../shared/resources/menus.ts";
import { role } from "../../shared/resources/role.ts";
import { rolePermissions } from "../../shared/resources/role-permissions.ts";
import type { Pair } from "../ground/permission-rows.ts";
import { overseen } from "../ground/rights.ts";
import { type Call, defineCall } from "../kernel/feature.ts";
import type { Feed } from "../kernel/feed.ts";
import { idFrom } from "../kernel/ids.ts";
import type { Mirror } from "../kernel/mirror.ts";
import { invalid, notFound } from "../kernel/refusal.ts";
import { among } from "../kernel/store.ts";
import type { Transaction } from "../kernel/transaction.ts";

interface Permission extends Pair {
  IsAllowed: 0 | 1;
}

/** The grid of permissions, read for one role and saved in bulk. */
export function rolePermissionCalls({ mirror, feed }: { mirror: Mirror; feed: Feed }): Call[] {
  return [
    defineCall(readRolePermissions, async ({ params }) => {
      await feed.seen([role, menus, action, menuActionsMap, rolePermissions].map(({ name }) => name));
      const RoleID = idFrom(role, params.RoleID);
      if (!mirror.get(role, RoleID)) throw notFound(role.label);
      return { success: true, message: "", data: gridOf(RoleID, mirror) };
    }),
    defineCall(saveRolePermissions, async ({ ctx, body }) => {
      const pairs = body.RoleMenuActions;
      await ctx.transaction((tx) => overseen(tx, () => savePermissions(tx, pairs)));
      return { success: true, message: messages.permissionsSaved, data: pairs.length };
    }),
  ];
}

/** Every pair of the menu-action map, allowed or not for this role. */
function gridOf(RoleID: number, mirror: Mirror) {
  const kept = new Map(
    [...mirror.all(rolePermissions)].filter((row) => row.RoleID === RoleID).map((row) => [pairKey(row), row]),
  );
  return [...mirror.all(menuActionsMap)].map(({ MenuID, ActionID }) => {
    const row = kept.get(pairKey({ MenuID, ActionID }));
    const menu = mirror.get(menus, MenuID);
    return {
      RoleMenuActionID: row?.RoleMenuActionID ?? 0,
      RoleID,
      MenuID,
      ParentMenuID: menu?.ParentMenuID ?? 0,
      MenuName: menu?.MenuName ?? "",
      ActionID,
      ActionName: mirror.get(action, ActionID)?.ActionName ?? "",
      IsAllowed: row?.IsAllowed ?? 0,
    };
  });
}

/** Writes what differs from what is kept; of a pair named twice the last counts. */
async function savePermissions(tx: Transaction, pairs: readonly Permission[]): Promise<void> {
  const wanted = new Map(pairs.map((pair) => [keyOf(pair), pair]));
  await holdPairs(tx, [...wanted.values()]);
  const RoleID = among([...new Set(pairs.map((pair) => pair.RoleID))]);
  const kept = new Map((await tx.find(rolePermissions, { RoleID })).map((row) => [keyOf(row), row]));
  const fresh: Permission[] = [];
  for (const [key, pair] of wanted) {
    const row = kept.get(key);
    if (!row) fresh.push(pair);
    else if (row.IsAllowed !== pair.IsAllowed) tx.update(rolePermissions, row, { IsAllowed: pair.IsAllowed });
  }
  await tx.insertMany(rolePermissions, fresh);
}

/** Refuses pairs that are not in the map, and keeps others from taking them away meanwhile. */
async function holdPairs(tx: Transaction, pairs: readonly Pair[]): Promise<void> {
  await tx.hold(role, idsIn(pairs, "RoleID"), "RoleID");
  await tx.hold(menus, idsIn(pairs, "MenuID"), "MenuID");
  await tx.hold(action, idsIn(pairs, "ActionID"), "ActionID");
  const mapped = new Set((await tx.find(menuActionsMap, {})).map(pairKey));
  if (pairs.every((pair) => mapped.has(pairKey(pair)))) return;
  const message = messages.unknownReference(menuActionsMap.label);
  throw invalid(message, { ActionID: message });
}

function idsIn(pairs: readonly Pair[], field: keyof Pair): number[] {
  return [...new Set(pairs.map((pair) => pair[field]))];
}

function keyOf({ RoleID, ...pair }: Pair): string {
  return `${RoleID} ${pairKey(pair)}`;
}

function pairKey({ MenuID, ActionID }: Pick<Pair, "MenuID" | "ActionID">): string {
  return `${MenuID} ${ActionID}`;
}
