import type { PageEntry } from "../../shared/pages.ts";

/** Creates the menu row of a page. MenuURL is the page's id. `ParentMenuID` 0 puts the menu at the top level. */
export function createMenuRow(page: PageEntry, ParentMenuID: number) {
  return {
    MenuName: page.title,
    MenuURL: page.id,
    ParentMenuID,
    IsTopLevel: ParentMenuID === 0 ? (1 as const) : (0 as const),
    Position: page.id,
    Icon: page.icon,
  };
}
