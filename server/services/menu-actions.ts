import { pageById } from "../../shared/pages.ts";
import type { Menu } from "../../shared/resources/menus.ts";

/**
 * Whether the menu can have the action. A sub-menu can have every action, a top-level menu only View and the actions
 * that its page declares, as the dashboard declares Edit.
 */
export function isPossibleAction({ ParentMenuID, MenuURL }: Menu, actionName: string): boolean {
  if (ParentMenuID !== 0 || actionName === "View") return true;
  return pageById(MenuURL)?.actions.some((name) => name === actionName) ?? false;
}
