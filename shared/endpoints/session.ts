import { z } from "zod";
import type { MenuItem, Session } from "../wire.ts";

const text = z.string();
const id = z.int();

/** Who somebody is, as they are told after signing in. */
export const sessionUserSchema = z
  .object({
    UserID: id,
    fullName: text,
    username: text,
    role: z.object({ RoleID: id, roleName: text, scope: z.enum(["all", "own"]) }),
    isFirstSignIn: z.boolean(),
  })
  .meta({ id: "SessionUser" });

const menuItemSchema: z.ZodType<MenuItem> = z
  .object({
    MenuID: id,
    ParentMenuID: id,
    MenuName: text,
    MenuURL: id,
    Icon: text,
    RoleID: id,
    Path: text,
    Title: text,
    Permission: z.boolean(),
    Position: id,
    get SubItems() {
      return z.array(menuItemSchema);
    },
  })
  .meta({ id: "MenuItem" });

/** Who is signed in, what they may do on which page, and their menu. */
export const sessionSchema: z.ZodType<Session> = z.object({
  user: sessionUserSchema,
  permissions: z
    .record(text, z.record(text, z.boolean()))
    .meta({ description: "Page, with its tab, and the flags held there; what is not in it is denied" }),
  menus: z.array(menuItemSchema),
  changed: z
    .object({ by: text, at: z.iso.datetime() })
    .optional()
    .meta({ description: "Who last changed what they may do, and when, where the portal witnessed it" }),
});
