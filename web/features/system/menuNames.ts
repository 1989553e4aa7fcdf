import { useMemo } from "react";
import type { RecordOf } from "../../../shared/registry.ts";
import { menus } from "../../../shared/resources/menus.ts";
import { sayName } from "../../lib/language.ts";
import { useResource } from "../../lib/useResource.ts";

export type MenuRecord = RecordOf<typeof menus>;

/** The menus in the order in which people see them, each page before what is below it. */
export function useMenus(): readonly MenuRecord[] {
  const { rows } = useResource(menus);
  return useMemo(() => inOrder(rows), [rows]);
}

/** The top-level entries, and what stands below each. */
export function inOrder(rows: readonly MenuRecord[]): readonly MenuRecord[] {
  const sorted = [...rows].sort((a, b) => a.Position - b.Position || a.MenuID - b.MenuID);
  return sorted
    .filter(({ ParentMenuID }) => ParentMenuID === 0)
    .flatMap((top) => [top, ...sorted.filter(({ ParentMenuID }) => ParentMenuID === top.MenuID)]);
}

/** A menu with the page that it is below: "Society Management / Plots". */
export function fullName({ ParentMenuID, MenuName }: MenuRecord, all: readonly MenuRecord[]): string {
  const parent = all.find(({ MenuID }) => MenuID === ParentMenuID);
  return parent ? `${sayName(parent.MenuName)} / ${sayName(MenuName)}` : sayName(MenuName);
}
