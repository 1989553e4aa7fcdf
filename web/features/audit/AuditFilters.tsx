import type { AuditRecord } from "../../../shared/endpoints/audit.ts";
import { users } from "../../../shared/resources/users.ts";
import { useCan } from "../../api/session.ts";
import { t, translateName } from "../../i18n/t.ts";
import { useResource } from "../../live/useResource.ts";
import { FilterSelect } from "../../ui/form/FilterSelect.tsx";
import { Toolbar } from "../../ui/layout/Toolbar.tsx";
import { DateFilter, DateRange } from "./DateFilter.tsx";
import type { useAuditFilters } from "./useAuditFilters.ts";

interface AuditFiltersProps {
  filters: ReturnType<typeof useAuditFilters>;
  entries: readonly AuditRecord[];
}

/** Which changes are shown: of what, how, by whom and when. */
export function AuditFilters({ filters, entries }: AuditFiltersProps) {
  const { auditedResources, resource, type, user, from, to } = filters;
  const mayListUsers = useCan(users.guards.list.page);
  const Person = mayListUsers ? AllUsersFilter : LoadedUsersFilter;
  return (
    <Toolbar label={t("Filter the audit")}>
      <FilterSelect
        label={t("Record")}
        value={resource}
        onChange={filters.setResource}
        placeholder={t("All records")}
        options={auditedResources.map(({ name, label }) => ({ value: name, label: translateName(label) }))}
      />
      <FilterSelect
        label={t("Kind of change")}
        value={type}
        onChange={filters.setType}
        placeholder={t("All changes")}
        options={[
          { value: "insert", label: t("Added") },
          { value: "update", label: t("Changed") },
          { value: "delete", label: t("Deleted") },
        ]}
      />
      <Person value={user} onChange={filters.setUser} entries={entries} />
      <DateRange>
        <DateFilter label={t("From")} value={from} max={to || undefined} onChange={filters.setFrom} />
        <DateFilter label={t("To")} value={to} min={from || undefined} onChange={filters.setTo} />
      </DateRange>
    </Toolbar>
  );
}

interface UserFilterProps {
  value: string;
  onChange(value: string): void;
  entries: readonly AuditRecord[];
}

function AllUsersFilter(props: UserFilterProps) {
  const { rows } = useResource(users);
  const people = rows.map(({ UserID, FullName }) => [UserID, FullName] as const);
  return <UserFilter {...props} people={people} />;
}

function LoadedUsersFilter(props: UserFilterProps) {
  return <UserFilter {...props} people={[]} />;
}

/** Those known, and those met in the entries: somebody who is gone, or the portal itself. */
function UserFilter({
  value,
  onChange,
  entries,
  people,
}: UserFilterProps & { people: readonly (readonly [number, string])[] }) {
  const names = new Map<number, string>();
  for (const { UserID, By } of entries) if (UserID > 0) names.set(UserID, By);
  for (const [id, name] of people) names.set(id, name);
  if (value !== "" && !names.has(Number(value))) names.set(Number(value), `#${value}`);
  const options = [...names].map(([id, name]) => ({ value: id, label: name }));
  return (
    <FilterSelect
      label={t("Person")}
      value={value}
      onChange={onChange}
      placeholder={t("Everybody")}
      options={options.toSorted((one, other) => one.label.localeCompare(other.label))}
    />
  );
}
