import { useMemo } from "react";
import { actionFlags } from "../../../shared/pages.ts";
import type { RecordOf } from "../../../shared/registry.ts";
import { action } from "../../../shared/resources/action.ts";
import { nameColumn } from "../../columns.tsx";
import { say } from "../../lib/language.ts";
import { ResourceScreen } from "../../ResourceScreen.tsx";
import { TextField } from "../../ui/FormTextField.tsx";
import type { Column } from "../../ui/TableTypes.ts";

/** What can be done on a page; a role is allowed each or not. */
export function Actions() {
  const columns = useMemo(columnsOf, []);
  return (
    <ResourceScreen
      resource={action}
      title={say("Actions")}
      nouns={[say("action"), say("actions")]}
      columns={columns}
      sort="ActionName"
      blank={{ ActionName: "" }}
      fields={() => <TextField name="ActionName" label={say("Action Name")} />}
      oneColumn
      empty={{ title: say("No actions yet."), text: say("Menus are given actions, and roles are allowed them.") }}
      deleteText={say("It goes from the permissions. An action that a menu has or a role is allowed stays.")}
    />
  );
}

const known: readonly string[] = Object.keys(actionFlags);

function columnsOf(): readonly Column<RecordOf<typeof action>>[] {
  return [
    nameColumn({ key: "ActionName", title: say("Action"), width: 24, grow: 1, phone: "title" }),
    {
      key: "Origin",
      title: say("Made by"),
      width: 24,
      grow: 1,
      phone: "sub",
      render: origin,
      value: origin,
      sortValue: ({ ActionName }) => (known.includes(ActionName) ? 0 : 1),
    },
  ];
}

function origin({ ActionName }: RecordOf<typeof action>): string {
  return say(known.includes(ActionName) ? "The portal" : "An administrator");
}
