import type { RecordOf } from "../../shared/registry.ts";
import type { menus } from "../../shared/resources/menus.ts";
import { t, translateName } from "../i18n/t.ts";

export type MenuRecord = RecordOf<typeof menus>;

/** Orders menus by position; each top-level menu is followed by its sub-menus. */
export function sortMenus(rows: readonly MenuRecord[]): readonly MenuRecord[] {
  const sorted = [...rows].sort((a, b) => a.Position - b.Position || a.MenuID - b.MenuID);
  return sorted
    .filter(({ ParentMenuID }) => ParentMenuID === 0)
    .flatMap((parent) => [parent, ...sorted.filter(({ ParentMenuID }) => ParentMenuID === parent.MenuID)]);
}

/** The name of the parent menu and of the menu: "Society Management / Plots". */
export function formatMenuName({ ParentMenuID, MenuName }: MenuRecord, menus: readonly MenuRecord[]): string {
  const parent = menus.find(({ MenuID }) => MenuID === ParentMenuID);
  return parent ? `${translateName(parent.MenuName)} / ${translateName(MenuName)}` : translateName(MenuName);
}

/** Names an action of a menu: "View of Plots". */
export function formatMenuAction({ MenuName, ActionName }: { MenuName: string; ActionName: string }): string {
  return t("{action} of {menu}", { action: translateName(ActionName), menu: translateName(MenuName) });
}
