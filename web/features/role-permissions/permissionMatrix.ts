import type { RecordOf } from "../../../shared/registry.ts";
import type { rolePermissions } from "../../../shared/resources/role-permissions.ts";
import type { MenuRecord } from "../../domain/menuTree.ts";
import { t, translateName } from "../../i18n/t.ts";
import type { CheckboxState } from "../../ui/form/Checkbox.tsx";

export type PermissionRecord = RecordOf<typeof rolePermissions>;

/** What a menu can be asked for, from the map. */
export interface MenuActionPair {
  MenuID: number;
  ActionID: number;
  MenuName: string;
  ActionName: string;
}

/** One box of the grid: a role, a menu and an action. */
export interface PermissionCell {
  key: string;
  RoleID: number;
  MenuID: number;
  ActionID: number;
  /** The row it is kept in, 0 when there is none yet. */
  rowId: number;
  name: string;
  isView: boolean;
  isAllowed: boolean;
  /** Not saved yet. */
  isChanged: boolean;
  /** Others have it but the person at this screen has not, and so can neither give nor take it. */
  isLocked: boolean;
}

export interface MenuRow {
  menu: MenuRecord;
  cells: readonly PermissionCell[];
}

export interface MenuGroup {
  topRow: MenuRow;
  rows: readonly MenuRow[];
  /** Of the menu itself and all below it. */
  cells: readonly PermissionCell[];
}

interface MatrixInput {
  /** In the order of the screen, see `inOrder`. */
  menus: readonly MenuRecord[];
  pairs: readonly MenuActionPair[];
  permissions: readonly PermissionRecord[];
  /** Box key → what it is to be. */
  draft: ReadonlyMap<string, boolean>;
  /** The role whose grid is shown. */
  RoleID: number;
  ownRoleId: number;
}

/** The grid of one role: every pair of the map, as it is kept and as it has been changed. */
export function buildMenuGroups({
  menus,
  pairs,
  permissions,
  draft,
  RoleID,
  ownRoleId,
}: MatrixInput): readonly MenuGroup[] {
  const kept = new Map(permissions.map((row) => [cellKey(row), row]));
  const given = new Set(permissions.filter(({ IsAllowed }) => IsAllowed === 1).map(pairKey));
  const lines = menus.map((menu): MenuRow => {
    const own = pairs.filter(({ MenuID }) => MenuID === menu.MenuID);
    return { menu, cells: own.map(boxOf) };
  });
  return lines
    .filter(({ menu }) => menu.ParentMenuID === 0)
    .map((top) => {
      const below = lines.filter(({ menu }) => menu.ParentMenuID === top.menu.MenuID);
      return { topRow: top, rows: below, cells: [top, ...below].flatMap(({ cells }) => cells) };
    });

  function boxOf({ MenuID, ActionID, MenuName, ActionName }: MenuActionPair): PermissionCell {
    const key = cellKey({ RoleID, MenuID, ActionID });
    const row = kept.get(key);
    const is = row?.IsAllowed === 1;
    const isAllowed = draft.get(key) ?? is;
    const mine = kept.get(cellKey({ RoleID: ownRoleId, MenuID, ActionID }))?.IsAllowed === 1;
    const isLocked = !mine && given.has(pairKey({ MenuID, ActionID }));
    const name = t("{action} of {menu}", { action: translateName(ActionName), menu: translateName(MenuName) });
    const rowId = row?.RoleMenuActionID ?? 0;
    const isView = ActionName === "View";
    return { key, RoleID, MenuID, ActionID, rowId, name, isView, isAllowed, isChanged: isAllowed !== is, isLocked };
  }
}

/** These boxes and what they are no use without: nobody does anything on a tab that they, or whose page they, may not view. */
export function addRequiredViews(
  groups: readonly MenuGroup[],
  boxes: readonly PermissionCell[],
): readonly PermissionCell[] {
  const menus = new Set(boxes.map(({ MenuID }) => MenuID));
  const way = groups.flatMap(({ topRow, rows }) => {
    const own = [topRow, ...rows].filter(({ menu }) => menus.has(menu.MenuID));
    return own.length > 0 ? [topRow, ...own] : [];
  });
  return [...way.flatMap((line) => line.cells.filter(({ isView }) => isView)), ...boxes];
}

export function cellKey({ RoleID, MenuID, ActionID }: Pick<PermissionCell, "RoleID" | "MenuID" | "ActionID">): string {
  return `${RoleID} ${MenuID} ${ActionID}`;
}

/** What one tick for all of these shows. */
export function tickStateOf(boxes: readonly PermissionCell[]): CheckboxState {
  const count = boxes.filter(({ isAllowed }) => isAllowed).length;
  if (count === 0) return "empty";
  return count === boxes.length ? "paid" : "some";
}

export function formatAllowedCount(boxes: readonly PermissionCell[]): string {
  const [count, total] = countAllowed(boxes);
  return count === total && count > 0 ? t("all {count}", { count }) : t("{count} of {total}", { count, total });
}

export function formatAllowedSentence(boxes: readonly PermissionCell[]): string {
  const [count, total] = countAllowed(boxes);
  if (count === total && count > 0) return t("all {count} allowed", { count });
  return t("{count} of {total} allowed", { count, total });
}

function countAllowed(boxes: readonly PermissionCell[]): readonly [allowed: number, all: number] {
  return [boxes.filter(({ isAllowed }) => isAllowed).length, boxes.length];
}

function pairKey({ MenuID, ActionID }: Pick<MenuActionPair, "MenuID" | "ActionID">): string {
  return `${MenuID} ${ActionID}`;
}
