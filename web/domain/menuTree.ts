import { useMemo } from "react";
import type { RecordOf } from "../../shared/registry.ts";
import { menus } from "../../shared/resources/menus.ts";
import { translateName } from "../i18n/t.ts";
import { useResource } from "../live/useResource.ts";

export type MenuRecord = RecordOf<typeof menus>;

/** The menus in the order in which people see them, each page before what is below it. */
export function useSortedMenus(): readonly MenuRecord[] {
  const { rows } = useResource(menus);
  return useMemo(() => sortMenus(rows), [rows]);
}

/** The top-level entries, and what stands below each. */
export function sortMenus(rows: readonly MenuRecord[]): readonly MenuRecord[] {
  const sorted = [...rows].sort((a, b) => a.Position - b.Position || a.MenuID - b.MenuID);
  return sorted
    .filter(({ ParentMenuID }) => ParentMenuID === 0)
    .flatMap((top) => [top, ...sorted.filter(({ ParentMenuID }) => ParentMenuID === top.MenuID)]);
}

/** A menu with the page that it is below: "Society Management / Plots". */
export function formatMenuName({ ParentMenuID, MenuName }: MenuRecord, all: readonly MenuRecord[]): string {
  const parent = all.find(({ MenuID }) => MenuID === ParentMenuID);
  return parent ? `${translateName(parent.MenuName)} / ${translateName(MenuName)}` : translateName(MenuName);
}
