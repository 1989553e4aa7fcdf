import type { Derivation } from "../../shared/derivation.ts";
import { buildDefaultFilters } from "../../shared/domain/list-filters.ts";
import type { FieldKind } from "../../shared/field-meta.ts";
import { toPaisa } from "../../shared/money.ts";
import { canSeeRow, isMasked, type Viewer } from "../../shared/permissions.ts";
import type { AnyResource, Join } from "../../shared/registry.ts";
import { searchTerms } from "../../shared/search.ts";
import { readDeletedRow } from "../commits/audit-trail.ts";
import { buildConditionFilter, derivationOf, deriveRow } from "../database/derived-rows.ts";
import { buildOwnRowsFilter } from "../database/own-rows.ts";
import { readJoinedValue } from "../database/present.ts";
import type { ReferenceCache } from "../database/reference-cache.ts";
import { buildLaterValuesFilters, buildTermsFilter, findIdRange, findPageIds } from "../database/search.ts";
import { between, type Filter, idOf, inArray, minKey, type Sorting, type Store, where } from "../database/store.ts";
import { forbidden, invalidParameter } from "../errors.ts";
import { listParameters, readFieldMeta } from "./list-parameters.ts";
import { findAlternatives } from "./list-search.ts";

export interface ListQuery {
  /** One for each collection from which rows are read. */
  parts: readonly ListPart[];
  sort: Sort;
  /** All rows if undefined. */
  limit: number | undefined;
}

/** The query of one collection. */
export interface ListPart {
  source: AnyResource;
  /** Undefined for a resource that is stored itself. */
  derivation: Derivation | undefined;
  /** One query per filter, in the order of the list. Separate queries read exact bounds of an index. */
  filters: readonly Filter[];
  sort: Sorting;
}

export interface Sort {
  /** A field of the listed resource. */
  field: string;
  direction: 1 | -1;
}

type ListParameters = Readonly<Record<string, string>>;

interface QueryOptions {
  viewer: Viewer;
  referenceCache: ReferenceCache;
  store: Store;
}

/** The last record of the previous page: the value by which the list is sorted, and the id. */
interface Position {
  value: unknown;
  id: number;
}

/** Parses `limit`, `after`, `sort`, `q` and the filters of a list. Throws 400 for unknown or invalid parameters. */
export async function parseListQuery(
  resource: AnyResource,
  { parameters, ...options }: QueryOptions & { parameters: Readonly<Record<string, unknown>> },
): Promise<ListQuery> {
  const allowedParameters = listParameters(resource);
  const validParameters: [string, string][] = [];
  for (const [name, value] of Object.entries(parameters)) {
    if (typeof value !== "string" || !allowedParameters.get(name)?.accepts(value)) throw invalidParameter(name);
    validParameters.push([name, value]);
  }
  const { limit, after, q, sort: sortParameter, ...filters } = Object.fromEntries(validParameters);
  const sort = parseSort(sortParameter ?? resource.idField);
  assertNotMasked(resource, options.viewer, [sort.field, ...Object.keys(filters)]);
  const position =
    after === undefined ? undefined : await readPosition(resource, { after: Number(after), sort, ...options });
  const maxRows = limit === undefined ? undefined : Number(limit);
  const request = { ...options, resource, filters, q, limit: maxRows, sort, position };
  const partQueries = resource.derivedFrom
    ? resource.derivedFrom.flatMap((derivation) => buildDerivedPart(derivation, request))
    : [buildPart(resource, { ...request, filters: { ...buildDefaultParameters(resource), ...filters } })];
  const parts = await Promise.all(partQueries);
  return { parts, sort, limit: maxRows };
}

/** Throws 403 if the list is filtered or sorted by a value that the viewer cannot see. */
function assertNotMasked(resource: AnyResource, viewer: Viewer, names: readonly string[]): void {
  for (const name of names) {
    const meta = readFieldMeta(resource, name);
    if (meta && isMasked(meta, viewer)) throw forbidden();
  }
}

interface PartRequest extends QueryOptions {
  /**
   * The listed resource. In the query of a source of a derived resource: that source, with the search fields and the
   * ownership date field of the listed resource.
   */
  resource: AnyResource;
  filters: ListParameters;
  q: string | undefined;
  limit: number | undefined;
  sort: Sort;
  position: Position | undefined;
}

/** The query of a source; none if no row of the source can match. Throws 400 if two filters map to the same one. */
function buildDerivedPart(derivation: Derivation, request: PartRequest): Promise<ListPart>[] {
  const { source, fieldMap, constants, idOffset } = derivation;
  const sourceParameters = listParameters(source);
  const filters = new Map<string, string>();
  for (const [name, value] of Object.entries(request.filters)) {
    if (Object.hasOwn(constants, name)) {
      if (constants[name] !== value) return [];
      continue;
    }
    const sourceName = (Object.hasOwn(fieldMap, name) ? fieldMap[name] : undefined) ?? name;
    if (filters.has(sourceName)) throw invalidParameter(name);
    if (!sourceParameters.has(sourceName)) return [];
    filters.set(sourceName, name === request.resource.idField ? String(Number(value) - idOffset) : value);
  }
  const { field, direction } = request.sort;
  const position = request.position && { ...request.position, id: request.position.id - idOffset };
  const isConstant = Object.hasOwn(constants, field);
  const order = isConstant && position ? compareValues(constants[field], position.value) * direction : 0;
  // In a constant field all rows of the source are equal: they all come before or after the last record, or are sorted
  // by their ids.
  if (order < 0) return [];
  const { searchFields, ownershipDateField = "" } = request.resource;
  const partRequest = {
    ...request,
    resource: { ...source, searchFields, ownershipDateField: fieldMap[ownershipDateField] },
    filters: Object.fromEntries(filters),
    sort: { field: isConstant ? source.idField : (fieldMap[field] ?? field), direction },
    position: order > 0 ? undefined : position,
  };
  return [buildPart(source, partRequest, derivation)];
}

async function buildPart(
  source: AnyResource,
  { resource, viewer, referenceCache, store, filters, q = "", limit, sort, position }: PartRequest,
  derivation?: Derivation,
): Promise<ListPart> {
  // Only resources with many rows declare `sortFields`.
  const isLarge = source.sortFields !== undefined;
  const conditions = [
    buildOwnRowsFilter(resource, viewer),
    ...Object.entries(filters).map(([name, value]) => parseFilter(source, { name, value, referenceCache })),
    ...(isLarge && limit !== undefined ? await buildIdRangeFilters(store, source, { filters, sort }) : []),
    derivation ? buildConditionFilter(derivation) : {},
  ];
  const part = {
    source,
    derivation,
    sort: { [sort.field]: sort.direction, [source.idField]: sort.direction },
  };
  const pageFilters = position ? buildPageFilters(source, sort, position) : [{}];
  const terms = searchTerms(q).map((term) => findAlternatives(resource, term, referenceCache));
  if (terms.some((alternatives) => alternatives.length === 0))
    return { ...part, filters: [{ [source.idField]: inArray([]) }] };
  if (terms.length === 0 || limit === undefined || !isLarge) {
    const search = terms.length === 0 ? {} : buildTermsFilter(terms);
    return { ...part, filters: pageFilters.map((pageFilter) => combineFilters([...conditions, search, pageFilter])) };
  }
  const filter = combineFilters(conditions);
  const ids = await findPageIds(store, source, {
    terms,
    filter,
    pageFilters,
    sort: part.sort,
    limit: limit + spareRows,
  });
  return { ...part, filters: [{ [source.idField]: inArray(ids) }] };
}

/**
 * Further ids that a search reads after its page: the first row of the next page, and spare rows in case of deletions.
 */
const spareRows = 10;

/**
 * Filters that limit a page of a period, such as a year, to the ids from the first to the last row of the period. Rows
 * are created period by period, so that this range has few rows of other periods. With these filters, MongoDB reads a
 * page that is sorted by another field from the index of that field; without them, it would read all rows of the
 * period.
 */
async function buildIdRangeFilters(
  store: Store,
  source: AnyResource,
  { filters, sort }: Pick<PartRequest, "filters" | "sort">,
): Promise<Filter[]> {
  const ranges = Object.entries(filters).flatMap(([name, value]) => {
    const filter = Object.hasOwn(source.filters, name) ? source.filters[name] : undefined;
    if (!filter || !("range" in filter)) return [];
    const [from, to] = filter.range(Number(value));
    const { field } = filter;
    return from !== to && field !== sort.field && source.sortFields?.includes(field) ? [{ field, from, to }] : [];
  });
  if (ranges.length === 0) return [];
  const idRanges = await Promise.all(ranges.map((range) => findIdRange(store, source, range)));
  return [
    ...idRanges.map((idRange) => ({ [source.idField]: idRange ? between(...idRange) : inArray([]) })),
    // Matches all values. MongoDB compares the ids within the index of the sort field only if there is a condition on
    // that field.
    ...(sort.field === source.idField ? [] : [{ [sort.field]: where({ $gte: minKey }) }]),
  ];
}

function buildDefaultParameters({ filters }: AnyResource): ListParameters {
  return Object.fromEntries(Object.entries(buildDefaultFilters(filters)).map(([name, value]) => [name, String(value)]));
}

/** Compares two values of one field like MongoDB: null first. */
export function compareValues(a: unknown, b: unknown): number {
  if (a === b) return 0;
  if (a === null || b === null) return a === null ? -1 : 1;
  return (typeof a === "string" ? a : Number(a)) < (typeof b === "string" ? b : Number(b)) ? -1 : 1;
}

function parseSort(value: string): Sort {
  return value.startsWith("-") ? { field: value.slice(1), direction: -1 } : { field: value, direction: 1 };
}

/** The filter of one parameter: a filter that the resource declares, or a value of a field, which can be joined. */
function parseFilter(
  resource: AnyResource,
  { name, value, referenceCache }: { name: string; value: string; referenceCache: ReferenceCache },
): Filter {
  const filter = Object.hasOwn(resource.filters, name) ? resource.filters[name] : undefined;
  if (!filter) {
    const fieldValue = parseValue(value, readFieldMeta(resource, name)?.kind);
    const join = Object.hasOwn(resource.joins, name) ? resource.joins[name] : undefined;
    return join ? { [join.via]: inArray(findReferencedIds(join, fieldValue, referenceCache)) } : { [name]: fieldValue };
  }
  if ("defaultValue" in filter) return { [filter.field]: isTrue(value) ? where({ $ne: null }) : null };
  if ("pattern" in filter) return { [filter.field]: where({ $regex: filter.pattern(Number(value)).source }) };
  const [from, to] = filter.range(Number(value));
  return { [filter.field]: between(from, to) };
}

/** The ids of the rows that have this value in the joined field. */
function findReferencedIds(join: Join, value: unknown, referenceCache: ReferenceCache): number[] {
  const { via, target } = join;
  const ids = Array.from(referenceCache.all(target), (row) => idOf(target, row));
  return ids.filter((id) => readJoinedValue(join, { [via]: id }, referenceCache) === value);
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

/**
 * The position of the record `after` in the list. In the order of the ids it is the id itself. In another order, throws
 * 400 if the viewer may not see the record or it never existed.
 */
async function readPosition(
  resource: AnyResource,
  { after: id, sort, store, viewer }: { after: number; sort: Sort } & QueryOptions,
): Promise<Position> {
  if (sort.field === resource.idField) return { value: id, id };
  const derivation = resource.derivedFrom && derivationOf(resource.derivedFrom, id);
  const source = derivation?.source ?? resource;
  const sourceId = id - (derivation?.idOffset ?? 0);
  // The record may have been deleted since the client read the previous page.
  const lastRow =
    (await store.get(source, sourceId)) ?? (await readDeletedRow(store.connection, { resource: source, id: sourceId }));
  const listedRow = lastRow && derivation ? deriveRow(derivation, lastRow) : lastRow;
  if (!lastRow || !listedRow || !canSeeRow(viewer, resource, listedRow)) throw invalidParameter("after");
  if (!derivation) return { value: lastRow[sort.field], id };
  const { constants, fieldMap } = derivation;
  const isConstant = Object.hasOwn(constants, sort.field);
  return { value: isConstant ? constants[sort.field] : lastRow[fieldMap[sort.field] ?? sort.field], id };
}

/**
 * Filters for the rows after the position, in the order of the list: rows with the same value, then rows with later
 * values. Pages do not shift when rows are inserted or deleted.
 */
function buildPageFilters({ idField }: AnyResource, { field, direction }: Sort, { value, id }: Position): Filter[] {
  const operator = direction === 1 ? "$gt" : "$lt";
  const afterId = { [idField]: where({ [operator]: id }) };
  if (field === idField) return [afterId];
  return [{ [field]: value, ...afterId }, ...buildLaterValuesFilters(field, direction, value)];
}

function combineFilters(filters: readonly Filter[]): Filter {
  const conditions = filters.filter((filter) => Object.keys(filter).length > 0);
  return conditions.length > 1 ? { $and: conditions } : (conditions[0] ?? {});
}
