import type { RecordOf } from "../../../shared/registry.ts";
import type { menuActionsMap } from "../../../shared/resources/menuactionsmap.ts";
import type { rolePermissions } from "../../../shared/resources/role-permissions.ts";
import { formatMenuAction, type MenuRecord } from "../../domain/menuTree.ts";
import { t } from "../../i18n/t.ts";
import type { CheckboxState } from "../../ui/form/Checkbox.tsx";

/** Whether a role may do an action of a menu, as stored. */
export type PermissionRecord = RecordOf<typeof rolePermissions>;

/** An action that a menu has, and that can be granted to roles. */
export type MenuActionPair = Pick<RecordOf<typeof menuActionsMap>, "MenuID" | "ActionID" | "MenuName" | "ActionName">;

/** The permission of a role for a menu's action. */
export interface PermissionCell {
  key: string;
  RoleID: number;
  MenuID: number;
  ActionID: number;
  /** Id of the stored record; 0 when there is none. */
  recordId: number;
  name: string;
  isView: boolean;
  isAllowed: boolean;
  /** Not saved yet. */
  isChanged: boolean;
  /** The user's own role lacks a right to the page that another role has: the user can neither grant nor revoke it. */
  isLocked: boolean;
}

/** A menu with a cell for each of its actions. */
export interface MenuRow {
  menu: MenuRecord;
  cells: readonly PermissionCell[];
}

/** A top-level menu and its sub-menus. */
export interface MenuGroup {
  topRow: MenuRow;
  rows: readonly MenuRow[];
  /** The permissions of the menu and its sub-menus. */
  cells: readonly PermissionCell[];
}

interface MatrixInput {
  /** Ordered by `sortMenus`. */
  menus: readonly MenuRecord[];
  menuActionPairs: readonly MenuActionPair[];
  permissions: readonly PermissionRecord[];
  /** Unsaved values by `cellKey`. */
  draft: ReadonlyMap<string, boolean>;
  roleId: number;
  ownRoleId: number;
}

/** The permissions of one role for every menu and action, with the unsaved changes applied. */
export function buildMenuGroups(input: MatrixInput): readonly MenuGroup[] {
  const { menus, menuActionPairs, permissions, draft, roleId, ownRoleId } = input;
  const storedRecords = new Map(permissions.map((row) => [cellKey(row), row]));
  const pagesByMenu = new Map(menus.map(({ MenuID, MenuURL }) => [MenuID, MenuURL]));
  const granted = permissions.filter(({ IsAllowed }) => IsAllowed === 1);
  const grantedRights = new Set(granted.map(rightKey));
  const ownRights = new Set(granted.filter(({ RoleID }) => RoleID === ownRoleId).map(rightKey));
  const rows = menus.map((menu): MenuRow => {
    const pairsOfMenu = menuActionPairs.filter(({ MenuID }) => MenuID === menu.MenuID);
    return { menu, cells: pairsOfMenu.map(toCell) };
  });
  return rows
    .filter(({ menu }) => menu.ParentMenuID === 0)
    .map((topRow) => {
      const subMenuRows = rows.filter(({ menu }) => menu.ParentMenuID === topRow.menu.MenuID);
      return { topRow, rows: subMenuRows, cells: [topRow, ...subMenuRows].flatMap(({ cells }) => cells) };
    });

  function toCell({ MenuID, ActionID, MenuName, ActionName }: MenuActionPair): PermissionCell {
    const key = cellKey({ RoleID: roleId, MenuID, ActionID });
    const record = storedRecords.get(key);
    const isStoredAllowed = record?.IsAllowed === 1;
    const isAllowed = draft.get(key) ?? isStoredAllowed;
    const right = rightKey({ MenuID, ActionID });
    const isLocked = !ownRights.has(right) && grantedRights.has(right);
    const name = formatMenuAction({ MenuName, ActionName });
    const recordId = record?.RoleMenuActionID ?? 0;
    const isView = ActionName === "View";
    return {
      key,
      RoleID: roleId,
      MenuID,
      ActionID,
      recordId,
      name,
      isView,
      isAllowed,
      isChanged: isAllowed !== isStoredAllowed,
      isLocked,
    };
  }

  /** Identifies a right: an action of a page, which can have several menus. */
  function rightKey({ MenuID, ActionID }: Pick<MenuActionPair, "MenuID" | "ActionID">): string {
    return `${pagesByMenu.get(MenuID)} ${ActionID}`;
  }
}

/** Adds the View permissions of the cells' menus and of the parents of those menus. */
export function addRequiredViews(
  groups: readonly MenuGroup[],
  cells: readonly PermissionCell[],
): readonly PermissionCell[] {
  const menuIds = new Set(cells.map(({ MenuID }) => MenuID));
  const requiredRows = groups.flatMap(({ topRow, rows }) => {
    const matchingRows = [topRow, ...rows].filter(({ menu }) => menuIds.has(menu.MenuID));
    return matchingRows.length > 0 ? [topRow, ...matchingRows] : [];
  });
  return [...requiredRows.flatMap((row) => row.cells.filter(({ isView }) => isView)), ...cells];
}

/** `RoleID MenuID ActionID`; `usePermissionDraft` parses it. */
export function cellKey({ RoleID, MenuID, ActionID }: Pick<PermissionCell, "RoleID" | "MenuID" | "ActionID">): string {
  return `${RoleID} ${MenuID} ${ActionID}`;
}

export function getCheckboxState(cells: readonly PermissionCell[]): CheckboxState {
  const count = cells.filter(({ isAllowed }) => isAllowed).length;
  if (count === 0) return "unchecked";
  return count === cells.length ? "checked" : "indeterminate";
}

/** `3 of 12`: how many of the cells are allowed. */
export function formatAllowedCount(cells: readonly PermissionCell[]): string {
  const [count, total] = countAllowed(cells);
  return t("{count} of {total}", { count, total });
}

export function formatAllowedSentence(cells: readonly PermissionCell[]): string {
  const [count, total] = countAllowed(cells);
  return t("{count} of {total} allowed", { count, total });
}

function countAllowed(cells: readonly PermissionCell[]): readonly [allowedCount: number, totalCount: number] {
  return [cells.filter(({ isAllowed }) => isAllowed).length, cells.length];
}
