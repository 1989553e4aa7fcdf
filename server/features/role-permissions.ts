import { readRolePermissions, saveRolePermissions } from "../../shared/endpoints/role-permissions.ts";
import { messages } from "../../shared/messages.ts";
import { action } from "../../shared/resources/action.ts";
import { menuActionsMap } from "../../shared/resources/menuactionsmap.ts";
import { menus } from "../../shared/resources/menus.ts";
import { role } from "../../shared/resources/role.ts";
import { rolePermissions } from "../../shared/resources/role-permissions.ts";
import { type Call, defineCall } from "../kernel/feature.ts";
import type { Feed } from "../kernel/feed.ts";
import { idFrom } from "../kernel/ids.ts";
import type { Mirror } from "../kernel/mirror.ts";
import { notFound } from "../kernel/refusal.ts";
import type { Transaction } from "../kernel/transaction.ts";

interface Pair {
  RoleID: number;
  MenuID: number;
  ActionID: number;
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
      const saved = await ctx.transaction(async (tx) => {
        for (const pair of body.RoleMenuActions) await savePermission(tx, pair);
        return body.RoleMenuActions.length;
      });
      return { success: true, message: messages.permissionsSaved, data: saved };
    }),
  ];
}

/** Every pair of the menu-action map, allowed or not for this role. */
function gridOf(RoleID: number, mirror: Mirror) {
  const kept = new Map(
    [...mirror.all(rolePermissions)]
      .filter((row) => row.RoleID === RoleID)
      .map((row) => [`${row.MenuID} ${row.ActionID}`, row]),
  );
  return [...mirror.all(menuActionsMap)].map(({ MenuID, ActionID }) => {
    const row = kept.get(`${MenuID} ${ActionID}`);
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

async function savePermission(tx: Transaction, { RoleID, MenuID, ActionID, IsAllowed }: Pair): Promise<void> {
  const kept = await tx.first(rolePermissions, { RoleID, MenuID, ActionID });
  if (kept?.IsAllowed === IsAllowed) return;
  if (kept) return void tx.update(rolePermissions, kept, { IsAllowed });
  await tx.hold(role, [RoleID], "RoleID");
  await tx.hold(menus, [MenuID], "MenuID");
  await tx.hold(action, [ActionID], "ActionID");
  await tx.insert(rolePermissions, { RoleID, MenuID, ActionID, IsAllowed });
}
