import { defaultFilters } from "../../shared/domain/list-filters.ts";
import type { FieldKind } from "../../shared/fields.ts";
import { hasAtMostTwoDecimals, toPaisa } from "../../shared/money.ts";
import { canSeeRow, type Viewer } from "../../shared/permissions.ts";
import type { AnyResource, Derivation } from "../../shared/registry.ts";
import { foldText } from "../../shared/text.ts";
import { readLastState } from "../commits/audit.ts";
import { joinedValue } from "../database/present.ts";
import type { ReferenceCache } from "../database/reference-cache.ts";
import { between, type Filter, idOf, inArray, type Store, where } from "../database/store.ts";
import { invalidParameter } from "../errors.ts";
import { listParameters } from "./list-parameters.ts";

export interface ListQuery {
  filter: Filter;
  sort: Readonly<Record<string, 1 | -1>>;
  /** How many at most; all when undefined. */
  limit: number | undefined;
}

type Parameters = Readonly<Record<string, string>>;

interface QueryOptions {
  viewer: Viewer;
  referenceCache: ReferenceCache;
  store: Store;
}

/** Reads a list's parameters: `limit`, `after`, `sort`, `q`, a filter per field and the resource's own. Unknown and wrong ones are refused. */
export function parseListQuery(
  resource: AnyResource,
  { parameters, ...parts }: QueryOptions & { parameters: Readonly<Record<string, unknown>> },
): Promise<ListQuery> {
  const taken = listParameters(resource);
  const checked: [string, string][] = [];
  for (const [name, value] of Object.entries(parameters)) {
    if (typeof value !== "string" || !taken.get(name)?.accepts(value)) throw invalidParameter(name);
    checked.push([name, value]);
  }
  const { derivedFrom, searchFields } = resource;
  if (!derivedFrom) return buildQuery(resource, Object.fromEntries(checked), parts);
  return buildQuery({ ...derivedFrom.source, searchFields }, toSourceParameters(derivedFrom, checked), parts);
}

async function buildQuery(
  resource: AnyResource,
  parameters: Parameters,
  { viewer, referenceCache, store }: QueryOptions,
): Promise<ListQuery> {
  const { limit, after, q, sort: order, ...named } = parameters;
  const parts: Filter[] = [ownRowsFilter(resource, viewer)];
  for (const [name, value] of Object.entries({ ...defaultFilters(resource.filters), ...named }))
    parts.push(buildFilter(resource, name, String(value)));
  if (q !== undefined) parts.push(searchFilter(resource, q, referenceCache));
  const sort = parseSort(order ?? resource.idField);
  if (after !== undefined) parts.push(await pageFilter(resource, { after: Number(after), sort, store, viewer }));
  return {
    filter: andFilters(parts),
    sort: { [sort.field]: sort.direction, [resource.idField]: sort.direction },
    limit: limit === undefined ? undefined : Number(limit),
  };
}

/** The parameters of a view's list in the words of its source; of two that mean the same there the second is refused. */
function toSourceParameters({ fieldMap }: Derivation, parameters: readonly (readonly [string, string])[]): Parameters {
  const named = new Map<string, string>();
  for (const [name, value] of parameters) {
    const inSource = toSourceName(name);
    if (named.has(inSource)) throw invalidParameter(name);
    const { field, direction } = parseSort(value);
    named.set(inSource, name === "sort" ? `${direction === 1 ? "" : "-"}${toSourceName(field)}` : value);
  }
  return Object.fromEntries(named);

  function toSourceName(name: string): string {
    return (Object.hasOwn(fieldMap, name) ? fieldMap[name] : undefined) ?? name;
  }
}

/** The rows that the viewer may know of. */
function ownRowsFilter(resource: AnyResource, viewer: Viewer): Filter {
  return viewer.scope === "own" && resource.ownerField !== undefined
    ? { [resource.ownerField]: inArray([...viewer.plots]) }
    : {};
}

interface Sort {
  field: string;
  direction: 1 | -1;
}

function parseSort(order: string): Sort {
  return order.startsWith("-") ? { field: order.slice(1), direction: -1 } : { field: order, direction: 1 };
}

function buildFilter(resource: AnyResource, name: string, value: string): Filter {
  const named = Object.hasOwn(resource.filters, name) ? resource.filters[name] : undefined;
  if (!named) return { [name]: parseValue(value, resource.fields.get(name)?.kind) };
  if ("defaultValue" in named) return { [named.field]: isTrue(value) ? where({ $ne: null }) : null };
  if ("pattern" in named) return { [named.field]: where({ $regex: named.pattern(Number(value)).source }) };
  const [from, to] = named.range(Number(value));
  return { [named.field]: between(from, to) };
}

function parseValue(value: string, kind: FieldKind | undefined): unknown {
  if (kind === "integer" || kind === "ref") return Number(value);
  if (kind === "money") return toPaisa(Number(value));
  if (kind === "yesNo") return isTrue(value);
  return kind === "bit" ? Number(isTrue(value)) : value;
}

function isTrue(value: string): boolean {
  return value === "1" || value === "true";
}

/** Plain text, looked for in the resource's search fields; never a pattern. */
function searchFilter(resource: AnyResource, value: string, referenceCache: ReferenceCache): Filter {
  const sought = value.replaceAll("\0", "").normalize("NFC").trim();
  if (sought === "") return {};
  const matches: Filter[] = [];
  for (const field of resource.searchFields) {
    const join = resource.joins[field];
    const kind = resource.fields.get(field)?.kind;
    if (join) matches.push({ [join.via]: inArray(matchingIds(join.target, field, { sought, referenceCache })) });
    else if (kind === "text") matches.push({ [field]: where({ $regex: escapeRegExp(sought), $options: "i" }) });
    else if (/^\d+(\.\d{1,2})?$/.test(sought) && hasAtMostTwoDecimals(Number(sought)))
      matches.push({ [field]: kind === "money" ? toPaisa(Number(sought)) : Number(sought) });
  }
  return matches.length > 0 ? { $or: matches } : { [resource.idField]: inArray([]) };
}

function matchingIds(
  target: AnyResource,
  field: string,
  { sought, referenceCache }: { sought: string; referenceCache: ReferenceCache },
): number[] {
  const wanted = foldText(sought);
  const ids: number[] = [];
  for (const row of referenceCache.all(target)) {
    const join = target.joins[field];
    const value = join ? joinedValue(join, row, referenceCache) : row[field];
    if (foldText(String(value)).includes(wanted)) ids.push(idOf(target, row));
  }
  return ids;
}

/** What comes after the record `after` in this order, so that a page stays in place while rows are added and removed. */
async function pageFilter(
  resource: AnyResource,
  { after, sort, store, viewer }: { after: number; sort: Sort; store: Store; viewer: Viewer },
): Promise<Filter> {
  const beyond = sort.direction === 1 ? "$gt" : "$lt";
  if (sort.field === resource.idField) return { [resource.idField]: where({ [beyond]: after }) };
  // A page begins where the one before ended also when that record has gone meanwhile.
  const last = (await store.get(resource, after)) ?? (await readLastState(store.connection, { resource, id: after }));
  if (!last || !canSeeRow(viewer, resource, last)) throw invalidParameter("after");
  const value = last[sort.field];
  const equal = { [sort.field]: value, [resource.idField]: where({ [beyond]: after }) };
  return { $or: [...valueBeyondFilters(sort, value), equal] };
}

/** Rows without a value come first, and last in the other direction; `$gt` and `$lt` would leave them out. */
function valueBeyondFilters({ field, direction }: Sort, value: unknown): Filter[] {
  if (direction === 1) return [{ [field]: where(value === null ? { $ne: null } : { $gt: value }) }];
  return value === null ? [] : [{ [field]: where({ $lt: value }) }, { [field]: null }];
}

function andFilters(parts: readonly Filter[]): Filter {
  const real = parts.filter((part) => Object.keys(part).length > 0);
  return real.length > 1 ? { $and: real } : (real[0] ?? {});
}

function escapeRegExp(value: string): string {
  return value.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
}
