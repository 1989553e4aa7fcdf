import { actionFlags } from "../../../shared/pages.ts";
import type { RecordOf } from "../../../shared/registry.ts";
import { action } from "../../../shared/resources/action.ts";
import { ResourceScreen } from "../../ResourceScreen.tsx";
import { TextField } from "../../ui/FormTextField.tsx";
import type { Column } from "../../ui/TableTypes.ts";

/** What can be done on a page; a role is allowed each or not. */
export function Actions() {
  return (
    <ResourceScreen
      resource={action}
      title="Actions"
      nouns={["action", "actions"]}
      columns={columns}
      sort="ActionName"
      blank={{ ActionName: "" }}
      fields={() => <TextField name="ActionName" label="Action Name" />}
      oneColumn
      empty={{ title: "No actions yet.", text: "Menus are given actions, and roles are allowed them." }}
      deleteText="It goes from the permissions. An action that a menu has or a role is allowed stays."
    />
  );
}

const known: readonly string[] = Object.keys(actionFlags);

const columns: readonly Column<RecordOf<typeof action>>[] = [
  {
    key: "ActionName",
    title: "Action",
    width: 24,
    grow: 1,
    phone: "title",
    render: ({ ActionName }) => ActionName,
    sortValue: ({ ActionName }) => ActionName,
  },
  {
    key: "Origin",
    title: "Made by",
    width: 24,
    grow: 1,
    phone: "sub",
    render: ({ ActionName }) => (known.includes(ActionName) ? "The portal" : "An administrator"),
    sortValue: ({ ActionName }) => (known.includes(ActionName) ? 0 : 1),
  },
];
