import type { AnyResource, ListFilter } from "../registry.ts";

/** Whether a list with these parameters contains the row. Missing parameters have their default. */
export function matchesFilters(
  { filters }: Pick<AnyResource, "filters">,
  row: Readonly<Record<string, unknown>>,
  parameters: Readonly<Record<string, unknown>> = {},
): boolean {
  const wanted = Object.entries({ ...defaultFilters(filters), ...parameters });
  return wanted.every(([name, value]) => {
    const filter = filters[name];
    return filter ? matchesFilter(filter, value, row[filter.field]) : row[name] === value;
  });
}

/** The defaults of the list parameters. */
export function defaultFilters(filters: AnyResource["filters"]): Record<string, 0 | 1> {
  return Object.fromEntries(
    Object.entries(filters).flatMap(([name, filter]) =>
      "defaultValue" in filter ? [[name, filter.defaultValue] as const] : [],
    ),
  );
}

function matchesFilter(filter: ListFilter, value: unknown, held: unknown): boolean {
  if ("defaultValue" in filter) return (held !== null) === (value === 1);
  if ("pattern" in filter) return filter.pattern(Number(value)).test(String(held));
  const [from, to] = filter.range(Number(value));
  return typeof from === "number"
    ? Number(held) >= from && Number(held) <= Number(to)
    : String(held) >= from && String(held) <= String(to);
}
