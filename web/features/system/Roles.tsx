import { useMemo } from "react";
import type { RecordOf } from "../../../shared/registry.ts";
import { role } from "../../../shared/resources/role.ts";
import { nameColumn } from "../../columns.tsx";
import { say } from "../../lib/language.ts";
import { ResourceScreen } from "../../ResourceScreen.tsx";
import { SelectField } from "../../ui/FormSelectField.tsx";
import { TextField } from "../../ui/FormTextField.tsx";
import type { Column } from "../../ui/TableTypes.ts";

/** What people are in the portal; what a role may do is set under permissions. */
export function Roles() {
  const columns = useMemo(columnsOf, []);
  return (
    <ResourceScreen
      resource={role}
      title={say("Roles")}
      nouns={[say("role"), say("roles")]}
      columns={columns}
      sort="RoleName"
      blank={{ RoleName: "", Scope: "all" }}
      fields={() => (
        <>
          <TextField name="RoleName" label={say("Role Name")} />
          <SelectField
            name="Scope"
            label={say("Sees")}
            placeholder={say("Select what it sees")}
            options={scopes.map(({ value, label }) => ({ value, label: say(label) }))}
            hint={say("Which rows, of the pages that it may view")}
          />
        </>
      )}
      oneColumn
      empty={{ title: say("No roles yet."), text: say("Everybody in the portal has one.") }}
      deleteText={say("It goes together with its permissions. A role that somebody has stays.")}
    />
  );
}

const scopes = [
  { value: "all", label: "All plots" },
  { value: "own", label: "Own plots only" },
] as const;

function scopeName(scope: string): string {
  const known = scopes.find(({ value }) => value === scope);
  return known ? say(known.label) : scope;
}

function columnsOf(): readonly Column<RecordOf<typeof role>>[] {
  return [
    nameColumn({ key: "RoleName", title: say("Role"), width: 24, grow: 1, phone: "title" }),
    {
      key: "Scope",
      title: say("Sees"),
      width: 24,
      grow: 1,
      phone: "sub",
      render: ({ Scope }) => scopeName(Scope),
      sortValue: ({ Scope }) => scopeName(Scope),
    },
  ];
}
