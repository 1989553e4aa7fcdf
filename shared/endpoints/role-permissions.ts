import { z } from "zod";
import { rolePermissions } from "../resources/role-permissions.ts";
import { defineEndpoint } from "./endpoint.ts";

const permissionEntry = z.object({
  RoleMenuActionID: z.int().meta({ description: "0 when nothing is stored for this pair" }),
  RoleID: z.int(),
  MenuID: z.int(),
  ParentMenuID: z.int(),
  MenuName: z.string(),
  ActionID: z.int(),
  ActionName: z.string(),
  IsAllowed: z.union([z.literal(0), z.literal(1)]),
});

export const readRolePermissions = defineEndpoint({
  path: "/role-permissions/:RoleID",
  guard: rolePermissions.guards.list,
  summary: "The permissions of a role: every pair of menu and action, allowed or not",
  response: z.object({ data: z.array(permissionEntry) }),
});

export const saveRolePermissions = defineEndpoint({
  method: "post",
  path: "/role-permissions",
  requiresReauthentication: true,
  guard: rolePermissions.guards.update,
  summary: "Set the given permissions (pairs of menu and action)",
  response: z.object({ data: z.int().meta({ description: "Number of pairs in the request" }) }),
  errorStatuses: [409],
  body: z.object({
    RoleMenuActions: z
      .array(rolePermissions.input, "Permissions are required")
      .min(1, "Permissions are required")
      .max(20_000),
  }),
});
