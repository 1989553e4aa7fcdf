import { optionalEmail, optionalText, ref, refs, textOf, yesNo } from "../fields.ts";
import { defineResource, join } from "../registry.ts";
import { plot } from "./plot.ts";
import { role } from "./role.ts";

export const users = defineResource({
  name: "users",
  id: "UserID",
  label: "User",
  title: "Username",
  page: "/society-management?tab=plot-users",
  verbs: ["list"],
  input: {
    Username: textOf(3, "Username must be at least 3 characters"),
    FullName: textOf(2, "Full name is required"),
    Email: optionalEmail("Invalid email address"),
    Phone: optionalText(),
    RoleID: ref(role, "Please select a role"),
    PlotIDs: refs(plot).default([]),
    IsActive: yesNo().default(true),
  },
  joined: { RoleName: join("RoleID", role, "RoleName") },
  unique: [["Username"]],
  mirrored: true,
});
