import { createMessage } from "../../shared/messages.ts";
import { role } from "../../shared/resources/role.ts";
import { rolePermissions } from "../../shared/resources/role-permissions.ts";
import type { Transaction } from "../commits/transaction.ts";
import { conflict } from "../errors.ts";

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
