import { expect, test } from "vitest";
import type { MenuRecord } from "../../web/domain/menuTree.ts";
import {
  buildMenuGroups,
  type MenuActionPair,
  type PermissionRecord,
} from "../../web/features/role-permissions/permissionMatrix.ts";

const [ownRoleId, otherRoleId] = [1, 2];

test.each([
  { granted: [{ RoleID: ownRoleId, MenuID: 1 }], isLocked: false },
  { granted: [{ RoleID: otherRoleId, MenuID: 1 }], isLocked: true },
  { granted: [{ RoleID: otherRoleId, MenuID: 3 }], isLocked: false },
  {
    granted: [
      { RoleID: otherRoleId, MenuID: 2 },
      { RoleID: ownRoleId, MenuID: 1 },
    ],
    isLocked: false,
  },
])(
  "the permissions of a page's menus are locked if another role has one of them and the user's own role none: $granted",
  ({ granted, isLocked }) => {
    const groups = buildMenuGroups({
      menus: [createMenu(1, 11), createMenu(2, 11), createMenu(3, 12)],
      menuActionPairs: [1, 2].map(createPair),
      permissions: granted.map(
        (grant) => ({ ...grant, ActionID: 5, IsAllowed: 1, RoleMenuActionID: 1 }) as PermissionRecord,
      ),
      draft: new Map(),
      roleId: otherRoleId,
      ownRoleId,
    });
    const cells = groups.flatMap((group) => group.cells);
    expect(cells.map((cell) => cell.isLocked)).toEqual([isLocked, isLocked]);
  },
);

function createMenu(MenuID: number, MenuURL: number): MenuRecord {
  return { MenuID, MenuURL, ParentMenuID: 0 } as MenuRecord;
}

function createPair(MenuID: number): MenuActionPair {
  return { MenuID, ActionID: 5, MenuName: "Schedule", ActionName: "Update" };
}
