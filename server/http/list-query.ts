import { defaultFilters } from "../../shared/domain/list-filters.ts";
import type { FieldKind } from "../../shared/fields.ts";
import { isExactInPaisa, toPaisa } from "../../shared/money.ts";
import { canSeeRow, type Viewer } from "../../shared/permissions.ts";
import { type AnyResource, type Derivation, ownerFieldsOf } from "../../shared/registry.ts";
import { foldText } from "../../shared/text.ts";
import { readDeletedRow } from "../commits/audit-trail.ts";
import { readJoinedValue } from "../database/present.ts";
import type { ReferenceCache } from "../database/reference-cache.ts";
import { between, type Filter, idOf, inArray, type Store, where } from "../database/store.ts";
import { invalidParameter } from "../errors.ts";
import { listParameters } from "./list-parameters.ts";

export interface ListQuery {
  filter: Filter;
  sort: Readonly<Record<string, 1 | -1>>;
  /** All rows if undefined. */
  limit: number | undefined;
}

type ListParameters = Readonly<Record<string, string>>;

interface QueryOptions {
  viewer: Viewer;
  referenceCache: ReferenceCache;
  store: Store;
}

/** Parses `limit`, `after`, `sort`, `q` and the filters of a list. Throws 400 for unknown or invalid parameters. */
export function parseListQuery(
  resource: AnyResource,
  { parameters, ...options }: QueryOptions & { parameters: Readonly<Record<string, unknown>> },
): Promise<ListQuery> {
  const knownParameters = listParameters(resource);
  const validParameters: [string, string][] = [];
  for (const [name, value] of Object.entries(parameters)) {
    if (typeof value !== "string" || !knownParameters.get(name)?.accepts(value)) throw invalidParameter(name);
    validParameters.push([name, value]);
  }
  const { derivedFrom, searchFields } = resource;
  if (!derivedFrom) return buildQuery(resource, Object.fromEntries(validParameters), options);
  return buildQuery({ ...derivedFrom.source, searchFields }, toSourceParameters(derivedFrom, validParameters), options);
}

async function buildQuery(
  resource: AnyResource,
  parameters: ListParameters,
  { viewer, referenceCache, store }: QueryOptions,
): Promise<ListQuery> {
  const { limit, after, q, sort: sortParameter, ...filterParameters } = parameters;
  const filters: Filter[] = [ownRowsFilter(resource, viewer)];
  for (const [name, value] of Object.entries({ ...defaultFilters(resource.filters), ...filterParameters }))
    filters.push(parseFilter(resource, name, String(value)));
  if (q !== undefined) filters.push(searchFilter(resource, q, referenceCache));
  const sort = parseSort(sortParameter ?? resource.idField);
  if (after !== undefined) filters.push(await pageFilter(resource, { after: Number(after), sort, store, viewer }));
  return {
    filter: andFilters(filters),
    sort: { [sort.field]: sort.direction, [resource.idField]: sort.direction },
    limit: limit === undefined ? undefined : Number(limit),
  };
}

/** Renames parameters of a derived resource to those of its source. Throws 400 if two map to the same one. */
function toSourceParameters(
  { fieldMap }: Derivation,
  parameters: readonly (readonly [string, string])[],
): ListParameters {
  const sourceParameters = new Map<string, string>();
  for (const [name, value] of parameters) {
    const sourceName = toSourceName(name);
    if (sourceParameters.has(sourceName)) throw invalidParameter(name);
    sourceParameters.set(sourceName, name === "sort" ? toSourceSort(value) : value);
  }
  return Object.fromEntries(sourceParameters);

  function toSourceSort(value: string): string {
    const { field, direction } = parseSort(value);
    return `${direction === 1 ? "" : "-"}${toSourceName(field)}`;
  }

  function toSourceName(name: string): string {
    return (Object.hasOwn(fieldMap, name) ? fieldMap[name] : undefined) ?? name;
  }
}

function ownRowsFilter(resource: AnyResource, viewer: Viewer): Filter {
  if (viewer.scope === "all") return {};
  const alternatives = ownerFieldsOf(resource).map((field) => ({ [field]: inArray([...viewer.plotIds]) }));
  return alternatives.length > 1 ? { $or: alternatives } : (alternatives[0] ?? {});
}

interface Sort {
  field: string;
  direction: 1 | -1;
}

function parseSort(value: string): Sort {
  return value.startsWith("-") ? { field: value.slice(1), direction: -1 } : { field: value, direction: 1 };
}

/** The filter of one parameter: a filter that the resource declares, or a value of a field. */
function parseFilter(resource: AnyResource, name: string, value: string): Filter {
  const filter = Object.hasOwn(resource.filters, name) ? resource.filters[name] : undefined;
  if (!filter) return { [name]: parseValue(value, resource.fields.get(name)?.kind) };
  if ("defaultValue" in filter) return { [filter.field]: isTrue(value) ? where({ $ne: null }) : null };
  if ("pattern" in filter) return { [filter.field]: where({ $regex: filter.pattern(Number(value)).source }) };
  const [from, to] = filter.range(Number(value));
  return { [filter.field]: between(from, to) };
}

function parseValue(value: string, kind: FieldKind | undefined): unknown {
  if (kind === "integer" || kind === "ref") return Number(value);
  if (kind === "money") return toPaisa(Number(value));
  if (kind === "boolean") return isTrue(value);
  return kind === "bit" ? Number(isTrue(value)) : value;
}

function isTrue(value: string): boolean {
  return value === "1" || value === "true";
}

/** The filter for rows with the text in one of the resource's search fields. The text is not a pattern. */
function searchFilter(resource: AnyResource, value: string, referenceCache: ReferenceCache): Filter {
  const text = value.replaceAll("\0", "").normalize("NFC").trim();
  if (text === "") return {};
  const alternatives: Filter[] = [];
  for (const field of resource.searchFields) {
    const join = resource.joins[field];
    const kind = resource.fields.get(field)?.kind;
    if (join) alternatives.push({ [join.via]: inArray(matchingIds(join.target, field, { text, referenceCache })) });
    else if (kind === "text") alternatives.push({ [field]: where({ $regex: escapeRegExp(text), $options: "i" }) });
    else if (/^\d+(\.\d{1,2})?$/.test(text) && isExactInPaisa(Number(text)))
      alternatives.push({ [field]: kind === "money" ? toPaisa(Number(text)) : Number(text) });
  }
  return alternatives.length > 0 ? { $or: alternatives } : { [resource.idField]: inArray([]) };
}

/** Ids of the rows of a joined resource whose field contains the text. */
function matchingIds(
  target: AnyResource,
  field: string,
  { text, referenceCache }: { text: string; referenceCache: ReferenceCache },
): number[] {
  const foldedText = foldText(text);
  const ids: number[] = [];
  for (const row of referenceCache.all(target)) {
    const join = target.joins[field];
    const value = join ? readJoinedValue(join, row, referenceCache) : row[field];
    if (foldText(String(value)).includes(foldedText)) ids.push(idOf(target, row));
  }
  return ids;
}

/** The filter for rows after the record `after`. Pages do not shift when rows are inserted or deleted. */
async function pageFilter(
  resource: AnyResource,
  { after, sort, store, viewer }: { after: number; sort: Sort; store: Store; viewer: Viewer },
): Promise<Filter> {
  const operator = sort.direction === 1 ? "$gt" : "$lt";
  if (sort.field === resource.idField) return { [resource.idField]: where({ [operator]: after }) };
  // The record may have been deleted since the client read the previous page.
  const lastRow =
    (await store.get(resource, after)) ?? (await readDeletedRow(store.connection, { resource, id: after }));
  if (!lastRow || !canSeeRow(viewer, resource, lastRow)) throw invalidParameter("after");
  const value = lastRow[sort.field];
  const sameValue = { [sort.field]: value, [resource.idField]: where({ [operator]: after }) };
  return { $or: [...filtersAfterValue(sort, value), sameValue] };
}

/**
 * Filters for rows whose value sorts after this one. Null sorts first, or last if descending; `$gt` and `$lt` do not
 * match it.
 */
function filtersAfterValue({ field, direction }: Sort, value: unknown): Filter[] {
  if (direction === 1) return [{ [field]: where(value === null ? { $ne: null } : { $gt: value }) }];
  return value === null ? [] : [{ [field]: where({ $lt: value }) }, { [field]: null }];
}

function andFilters(filters: readonly Filter[]): Filter {
  const conditions = filters.filter((filter) => Object.keys(filter).length > 0);
  return conditions.length > 1 ? { $and: conditions } : (conditions[0] ?? {});
}

function escapeRegExp(value: string): string {
  return value.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
}
