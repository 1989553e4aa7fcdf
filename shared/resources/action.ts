import { text } from "../fields.ts";
import { defineResource } from "../registry.ts";

/** Something that a role may be allowed to do on a page, such as View or Add. */
export const action = defineResource({
  name: "action",
  idField: "ActionID",
  label: "Action",
  page: {
    id: 18,
    path: "/system-management?tab=action",
    title: "Action",
    icon: "shield",
    screen: "action/ActionsScreen",
  },
  writesRequireReauthentication: true,
  input: { ActionName: text("Action name is required") },
  unique: [["ActionName"]],
  otherListGuards: "referencing resources",
  cached: true,
});
