import { useMemo } from "react";
import { isDay } from "../../../shared/dates.ts";
import { canAccess } from "../../../shared/domain/resource-access.ts";
import { type AuditRecord, auditTypes } from "../../../shared/endpoints/audit.ts";
import type { AnyResource } from "../../../shared/registry.ts";
import { resources } from "../../../shared/resources/index.ts";
import { users } from "../../../shared/resources/users.ts";
import { useCanList, useSession } from "../../api/session.ts";
import { useClearQueryParams, useUrlState } from "../../hooks/useUrlState.ts";
import { t, translateName } from "../../i18n/t.ts";
import { useResource } from "../../live/useResource.ts";
import { DateFilter, DateRange } from "../../ui/form/DateFilter.tsx";
import { FilterSelect } from "../../ui/form/FilterControls.tsx";
import { FilterSheet } from "../../ui/form/FilterSheet.tsx";
import { Toolbar } from "../../ui/layout/Toolbar.tsx";
import { changeTypes } from "./AuditEntry.tsx";

interface AuditFiltersProps {
  filters: ReturnType<typeof useAuditFilters>;
  entries: readonly AuditRecord[];
}

/** Filters of the audit: resource, kind of change, user and period. */
export function AuditFilters({ filters, entries }: AuditFiltersProps) {
  const { visibleResources, resource, type, user, from, to } = filters;
  return (
    <Toolbar label={t("Filter the audit")}>
      <FilterSheet activeCount={filters.count} onClear={filters.clear}>
        <FilterSelect
          label={t("Record")}
          value={resource}
          onChange={filters.setResource}
          placeholder={t("All records")}
          options={visibleResources.map(({ name, label }) => ({ value: name, label: translateName(label) }))}
        />
        <FilterSelect
          label={t("Kind of change")}
          value={type}
          onChange={filters.setType}
          placeholder={t("All changes")}
          options={auditTypes.map((changeType) => ({ value: changeType, label: t(changeTypes[changeType].label) }))}
        />
        <UserFilter value={user} onChange={filters.setUser} entries={entries} />
        <DateRange key={filters.clearCount}>
          <DateFilter label={t("From")} value={from} max={to || undefined} onChange={filters.setFrom} />
          <DateFilter label={t("To")} value={to} min={from || undefined} onChange={filters.setTo} />
        </DateRange>
      </FilterSheet>
    </Toolbar>
  );
}

interface UserFilterProps {
  value: string;
  onChange(value: string): void;
  entries: readonly AuditRecord[];
}

/**
 * Offers the users, if the viewer may list them, and those of the loaded entries, some of whom may have been deleted.
 */
function UserFilter({ value, onChange, entries }: UserFilterProps) {
  const { rows } = useResource(users, useCanList(users) ? undefined : null);
  const names = new Map<number, string>();
  for (const { UserID, By } of entries) if (UserID > 0) names.set(UserID, By);
  for (const { UserID, FullName } of rows) names.set(UserID, FullName);
  if (value !== "" && !names.has(Number(value))) names.set(Number(value), `#${value}`);
  const options = [...names].map(([id, name]) => ({ value: id, label: name }));
  return (
    <FilterSelect
      label={t("Person")}
      value={value}
      onChange={onChange}
      placeholder={t("Everybody")}
      options={options.toSorted((a, b) => a.label.localeCompare(b.label))}
    />
  );
}

const paramNames = ["resource", "type", "user", "from", "to"] as const;

/** The audit's filters in the URL, and the resources that the user may list; invalid values are ignored. */
export function useAuditFilters() {
  const session = useSession();
  const visibleResources = useMemo(
    () => (session ? resources.filter((candidate) => isVisible(candidate, session)) : []),
    [session],
  );
  const [resource, setResource] = useUrlState("resource", "");
  const [type, setType] = useUrlState("type", "");
  const [user, setUser] = useUrlState("user", "");
  const [from, setFrom] = useUrlState("from", "", "replace");
  const [to, setTo] = useUrlState("to", "", "replace");
  const { count, hasAny: isFiltered, clear, clearCount } = useClearQueryParams(paramNames);
  /** Changes when the user's permissions change the list of resources. */
  const accessKey = visibleResources.map(({ name }) => name).join(" ");
  const validFilters = {
    resource: visibleResources.some(({ name }) => name === resource) ? resource : "",
    type: auditTypes.some((name) => name === type) ? type : "",
    user: /^[1-9]\d{0,14}$/.test(user) ? user : "",
    from: isDay(from) ? from : "",
    to: isDay(to) ? to : "",
  };
  const query = new URLSearchParams(Object.entries(validFilters).filter(([, value]) => value !== "")).toString();
  // From `accessKey`, so that the array stays the same while the permissions do.
  const selectedResourceNames = useMemo(
    () =>
      accessKey
        .split(" ")
        .filter((name) => name !== "" && (validFilters.resource === "" || name === validFilters.resource)),
    [accessKey, validFilters.resource],
  );
  return {
    visibleResources,
    ...validFilters,
    setResource,
    setType,
    setUser,
    setFrom,
    setTo,
    query,
    selectedResourceNames,
    accessKey,
    count,
    isFiltered,
    clear,
    clearCount,
  };
}

function isVisible(resource: AnyResource, session: Parameters<typeof canAccess>[0]): boolean {
  return !resource.derivedFrom && canAccess(session, { resource, verb: "list" });
}
