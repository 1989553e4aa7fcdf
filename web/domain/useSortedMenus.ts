import { useMemo } from "react";
import { menus } from "../../shared/resources/menus.ts";
import { useResource } from "../live/useResource.ts";
import { type MenuRecord, sortMenus } from "./menuTree.ts";

/** All menus, live, ordered by `sortMenus`. */
export function useSortedMenus(): readonly MenuRecord[] {
  const { rows } = useResource(menus);
  return useMemo(() => sortMenus(rows), [rows]);
}
