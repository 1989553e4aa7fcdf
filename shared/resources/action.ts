import { text } from "../fields.ts";
import { defineResource } from "../registry.ts";

export const action = defineResource({
  name: "action",
  id: "ActionID",
  label: "Action",
  page: "/system-management?tab=action",
  input: { ActionName: text("Action name is required") },
  unique: [["ActionName"]],
  lookup: true,
  mirrored: true,
});
