import type { AuditRecord } from "../../../shared/endpoints/audit.ts";
import { users } from "../../../shared/resources/users.ts";
import { say, sayName } from "../../lib/language.ts";
import { useMay } from "../../lib/session.ts";
import { useResource } from "../../lib/useResource.ts";
import { FilterSelect } from "../../ui/FilterSelect.tsx";
import { Toolbar } from "../../ui/Toolbar.tsx";
import { AuditDay, Days } from "./AuditDay.tsx";
import type { useAuditFilters } from "./useAuditFilters.ts";

interface FiltersProps {
  filters: ReturnType<typeof useAuditFilters>;
  entries: readonly AuditRecord[];
}

/** Which changes are shown: of what, how, by whom and when. */
export function AuditFilters({ filters, entries }: FiltersProps) {
  const { kinds, resource, type, user, from, to } = filters;
  const mayListUsers = useMay(users.guards.list.page);
  const Person = mayListUsers ? AnyUser : SeenUser;
  return (
    <Toolbar label={say("Filter the audit")}>
      <FilterSelect
        label={say("Record")}
        value={resource}
        onChange={filters.setResource}
        none={say("All records")}
        options={kinds.map(({ name, label }) => ({ value: name, label: sayName(label) }))}
      />
      <FilterSelect
        label={say("Kind of change")}
        value={type}
        onChange={filters.setType}
        none={say("All changes")}
        options={[
          { value: "insert", label: say("Added") },
          { value: "update", label: say("Changed") },
          { value: "delete", label: say("Deleted") },
        ]}
      />
      <Person value={user} onChange={filters.setUser} entries={entries} />
      <Days>
        <AuditDay label={say("From")} value={from} max={to || undefined} onChange={filters.setFrom} />
        <AuditDay label={say("To")} value={to} min={from || undefined} onChange={filters.setTo} />
      </Days>
    </Toolbar>
  );
}

interface PersonProps {
  value: string;
  onChange(value: string): void;
  entries: readonly AuditRecord[];
}

function AnyUser(props: PersonProps) {
  const { rows } = useResource(users);
  const people = rows.map(({ UserID, FullName }) => [UserID, FullName] as const);
  return <PersonFilter {...props} people={people} />;
}

function SeenUser(props: PersonProps) {
  return <PersonFilter {...props} people={[]} />;
}

/** Those known, and those met in the entries: somebody who is gone, or the portal itself. */
function PersonFilter({
  value,
  onChange,
  entries,
  people,
}: PersonProps & { people: readonly (readonly [number, string])[] }) {
  const names = new Map<number, string>();
  for (const { UserID, By } of entries) if (UserID > 0) names.set(UserID, By);
  for (const [id, name] of people) names.set(id, name);
  if (value !== "" && !names.has(Number(value))) names.set(Number(value), `#${value}`);
  const options = [...names].map(([id, name]) => ({ value: id, label: name }));
  return (
    <FilterSelect
      label={say("Person")}
      value={value}
      onChange={onChange}
      none={say("Everybody")}
      options={options.toSorted((one, other) => one.label.localeCompare(other.label))}
    />
  );
}
