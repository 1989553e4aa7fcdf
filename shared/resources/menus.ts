import { z } from "zod";
import { field } from "../field-meta.ts";
import { bit, integer, text } from "../fields.ts";
import { pageById } from "../pages.ts";
import { defineResource, type RowOf } from "../registry.ts";

/** The entries of the menu, each for one page. Permissions refer to a page by its entry. */
export const menus = defineResource({
  name: "menus",
  writePath: "menu",
  idField: "MenuID",
  label: "Menu",
  page: {
    id: 19,
    path: "/system-management?tab=menu",
    title: "Menu",
    icon: "menu",
    screen: "menus/MenusScreen",
  },
  writesRequireReauthentication: true,
  input: {
    MenuName: text("Menu name is required"),
    /** The id of a page, see `PageSpec`; the API names the field so. */
    MenuURL: integer({ min: 1, message: "Menu URL is required" }),
    ParentMenuID: field(z.int("Parent Menu is required").min(0, "Parent Menu is required"), { kind: "integer" }),
    IsTopLevel: bit().default(0),
    // The message is misspelled in the specification.
    Position: integer({ min: 1, message: "Poition is required" }),
    Icon: field(
      z
        .string()
        .trim()
        .max(40)
        .nullish()
        .transform((value) => value ?? ""),
      { kind: "text" },
    ),
  },
  rules: (menu, refuse) => {
    if (menu.ParentMenuID === 0 && menu.IsTopLevel === 0) refuse("ParentMenuID", "Parent Menu is required");
    if (!pageById(menu.MenuURL)) refuse("MenuURL", "Menu URL is required");
  },
  derivedTexts: { Path: { via: "MenuURL", value: (id) => pageById(id)?.path ?? "" } },
  otherListGuards: "referencing resources",
  cached: true,
});

export type Menu = RowOf<typeof menus>;
