import type { AnyResource } from "../registry.ts";

/** A list parameter that is not a field: the rows whose `field` lies between two bounds, both included. */
export interface RangeFilter {
  field: string;
  range: (value: number) => readonly [string, string] | readonly [number, number];
}

/** A list parameter that is not a field: the rows whose `field` matches the pattern. */
export interface PatternFilter {
  field: string;
  pattern: (value: number) => RegExp;
}

/**
 * A list parameter that is 1 for the rows in which `field` is set, or 0 for those in which it is null. Without the
 * parameter the list uses `defaultValue`. When a change takes a row out of the default list, the live event is a
 * `delete` that contains the record: clients that show the default list remove it, clients that show the other list add
 * it.
 */
export interface IsSetFilter {
  field: string;
  defaultValue: 0 | 1;
}

export type ListFilter = RangeFilter | PatternFilter | IsSetFilter;

/** Whether a list with these parameters contains the row. Parameters that are missing have their default values. */
export function matchesFilters(
  { filters }: Pick<AnyResource, "filters">,
  row: Readonly<Record<string, unknown>>,
  parameters: Readonly<Record<string, unknown>> = {},
): boolean {
  const parameterValues = Object.entries({ ...buildDefaultFilters(filters), ...parameters });
  return parameterValues.every(([name, value]) => {
    const filter = filters[name];
    return filter ? matchesFilter(filter, value, row[filter.field]) : row[name] === value;
  });
}

/** The list parameters that have a default value, with that value. */
export function buildDefaultFilters(filters: AnyResource["filters"]): Record<string, 0 | 1> {
  return Object.fromEntries(
    Object.entries(filters).flatMap(([name, filter]) =>
      "defaultValue" in filter ? [[name, filter.defaultValue] as const] : [],
    ),
  );
}

/** A filter on a number, such as the id of a referenced record. */
export function equalTo(field: string): RangeFilter {
  return { field, range: (value) => [value, value] };
}

/** A filter on the year of a day. */
export function inYear(field: string): RangeFilter {
  return { field, range: (year) => [`${year}-01-01`, `${year}-12-31`] };
}

/** A filter on the month of a day, 1 to 12, in any year. */
export function inMonth(field: string): PatternFilter {
  return { field, pattern: (month) => new RegExp(`^\\d{4}-${String(month).padStart(2, "0")}-`) };
}

function matchesFilter(filter: ListFilter, value: unknown, fieldValue: unknown): boolean {
  if ("defaultValue" in filter) return (fieldValue !== null) === (value === 1);
  if ("pattern" in filter) return filter.pattern(Number(value)).test(String(fieldValue));
  const [from, to] = filter.range(Number(value));
  return typeof from === "number"
    ? Number(fieldValue) >= from && Number(fieldValue) <= Number(to)
    : String(fieldValue) >= from && String(fieldValue) <= String(to);
}
