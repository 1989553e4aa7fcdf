import { z } from "zod";
import { defineEndpoint } from "../endpoint.ts";
import { rolePermissions } from "../resources/role-permissions.ts";

export const readRolePermissions = defineEndpoint({
  method: "get",
  path: "/role-permissions/:RoleID",
  guard: rolePermissions.guards.list,
  summary: "What a role may do: every pair of menu and action, allowed or not",
});

export const saveRolePermissions = defineEndpoint({
  method: "post",
  path: "/role-permissions",
  guard: rolePermissions.guards.update,
  summary: "Saves the grid of permissions in one go",
  body: z.object({
    RoleMenuActions: z
      .array(rolePermissions.input, "Permissions are required")
      .min(1, "Permissions are required")
      .max(20_000),
  }),
});
