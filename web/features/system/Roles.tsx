import type { RecordOf } from "../../../shared/registry.ts";
import { role } from "../../../shared/resources/role.ts";
import { ResourceScreen } from "../../ResourceScreen.tsx";
import { SelectField } from "../../ui/FormSelectField.tsx";
import { TextField } from "../../ui/FormTextField.tsx";
import type { Column } from "../../ui/TableTypes.ts";

/** What people are in the portal; what a role may do is set under permissions. */
export function Roles() {
  return (
    <ResourceScreen
      resource={role}
      title="Roles"
      nouns={["role", "roles"]}
      columns={columns}
      sort="RoleName"
      blank={{ RoleName: "", Scope: "all" }}
      fields={() => (
        <>
          <TextField name="RoleName" label="Role Name" />
          <SelectField
            name="Scope"
            label="Sees"
            placeholder="Select what it sees"
            options={scopes}
            hint="Which rows, of the pages that it may view"
          />
        </>
      )}
      oneColumn
      empty={{ title: "No roles yet.", text: "Everybody in the portal has one." }}
      deleteText="It goes together with its permissions. A role that somebody has stays."
    />
  );
}

const scopes = [
  { value: "all", label: "All plots" },
  { value: "own", label: "Own plots only" },
];

function scopeName(scope: string): string {
  return scopes.find(({ value }) => value === scope)?.label ?? scope;
}

const columns: readonly Column<RecordOf<typeof role>>[] = [
  {
    key: "RoleName",
    title: "Role",
    width: 24,
    grow: 1,
    phone: "title",
    render: ({ RoleName }) => RoleName,
    sortValue: ({ RoleName }) => RoleName,
  },
  {
    key: "Scope",
    title: "Sees",
    width: 24,
    grow: 1,
    phone: "sub",
    render: ({ Scope }) => scopeName(Scope),
    sortValue: ({ Scope }) => scopeName(Scope),
  },
];
