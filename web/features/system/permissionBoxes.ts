import type { RecordOf } from "../../../shared/registry.ts";
import type { rolePermissions } from "../../../shared/resources/role-permissions.ts";
import { say, sayName } from "../../lib/language.ts";
import type { TickState } from "../../ui/Tick.tsx";
import type { MenuRecord } from "./menuNames.ts";

export type Permission = RecordOf<typeof rolePermissions>;

/** What a menu can be asked for, from the map. */
export interface Pair {
  MenuID: number;
  ActionID: number;
  MenuName: string;
  ActionName: string;
}

/** One box of the grid: a role, a menu and an action. */
export interface Box {
  key: string;
  RoleID: number;
  MenuID: number;
  ActionID: number;
  /** The row it is kept in, 0 when there is none yet. */
  id: number;
  name: string;
  isView: boolean;
  allowed: boolean;
  /** Not saved yet. */
  changed: boolean;
  /** Others have it but the person at this screen has not, and so can neither give nor take it. */
  locked: boolean;
}

export interface Line {
  menu: MenuRecord;
  boxes: readonly Box[];
}

export interface Group {
  top: Line;
  lines: readonly Line[];
  /** Of the menu itself and all below it. */
  boxes: readonly Box[];
}

interface Grid {
  /** In the order of the screen, see `inOrder`. */
  menus: readonly MenuRecord[];
  pairs: readonly Pair[];
  permissions: readonly Permission[];
  /** Box key → what it is to be. */
  draft: ReadonlyMap<string, boolean>;
  /** The role whose grid is shown. */
  RoleID: number;
  ownRole: number;
}

/** The grid of one role: every pair of the map, as it is kept and as it has been changed. */
export function groupsOf({ menus, pairs, permissions, draft, RoleID, ownRole }: Grid): readonly Group[] {
  const kept = new Map(permissions.map((row) => [keyOf(row), row]));
  const given = new Set(permissions.filter(({ IsAllowed }) => IsAllowed === 1).map(pairOf));
  const lines = menus.map((menu): Line => {
    const own = pairs.filter(({ MenuID }) => MenuID === menu.MenuID);
    return { menu, boxes: own.map(boxOf) };
  });
  return lines
    .filter(({ menu }) => menu.ParentMenuID === 0)
    .map((top) => {
      const below = lines.filter(({ menu }) => menu.ParentMenuID === top.menu.MenuID);
      return { top, lines: below, boxes: [top, ...below].flatMap(({ boxes }) => boxes) };
    });

  function boxOf({ MenuID, ActionID, MenuName, ActionName }: Pair): Box {
    const key = keyOf({ RoleID, MenuID, ActionID });
    const row = kept.get(key);
    const is = row?.IsAllowed === 1;
    const allowed = draft.get(key) ?? is;
    const mine = kept.get(keyOf({ RoleID: ownRole, MenuID, ActionID }))?.IsAllowed === 1;
    const locked = !mine && given.has(pairOf({ MenuID, ActionID }));
    const name = say("{action} of {menu}", { action: sayName(ActionName), menu: sayName(MenuName) });
    const id = row?.RoleMenuActionID ?? 0;
    const isView = ActionName === "View";
    return { key, RoleID, MenuID, ActionID, id, name, isView, allowed, changed: allowed !== is, locked };
  }
}

/** These boxes and what they are no use without: nobody does anything on a tab that they, or whose page they, may not view. */
export function withWay(groups: readonly Group[], boxes: readonly Box[]): readonly Box[] {
  const menus = new Set(boxes.map(({ MenuID }) => MenuID));
  const way = groups.flatMap(({ top, lines }) => {
    const own = [top, ...lines].filter(({ menu }) => menus.has(menu.MenuID));
    return own.length > 0 ? [top, ...own] : [];
  });
  return [...way.flatMap((line) => line.boxes.filter(({ isView }) => isView)), ...boxes];
}

export function keyOf({ RoleID, MenuID, ActionID }: Pick<Box, "RoleID" | "MenuID" | "ActionID">): string {
  return `${RoleID} ${MenuID} ${ActionID}`;
}

/** What one tick for all of these shows. */
export function stateOf(boxes: readonly Box[]): TickState {
  const count = boxes.filter(({ allowed }) => allowed).length;
  if (count === 0) return "empty";
  return count === boxes.length ? "paid" : "some";
}

export function allowedText(boxes: readonly Box[]): string {
  const [count, total] = countsOf(boxes);
  return count === total && count > 0 ? say("all {count}", { count }) : say("{count} of {total}", { count, total });
}

export function allowedSentence(boxes: readonly Box[]): string {
  const [count, total] = countsOf(boxes);
  if (count === total && count > 0) return say("all {count} allowed", { count });
  return say("{count} of {total} allowed", { count, total });
}

function countsOf(boxes: readonly Box[]): readonly [allowed: number, all: number] {
  return [boxes.filter(({ allowed }) => allowed).length, boxes.length];
}

function pairOf({ MenuID, ActionID }: Pick<Pair, "MenuID" | "ActionID">): string {
  return `${MenuID} ${ActionID}`;
}
