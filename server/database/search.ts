import type { AnyResource } from "../../shared/registry.ts";
import { searchWordField } from "./search-words.ts";
import {
  between,
  type Filter,
  inArray,
  type Sorting,
  type Store,
  toMongoFilter,
  where,
  withStoredId,
} from "./store.ts";

/** One way in which a row can match a search term. Its field has an index. */
export type Alternative = ValueAlternative | RangeAlternative;

/** The field has one of these values. */
interface ValueAlternative {
  field: string;
  values: readonly (string | number)[];
}

/** The field, or for words one of its entries, lies between two bounds, both included. */
export interface RangeAlternative {
  field: string;
  from: string | number;
  to: string | number;
}

interface PageSearch {
  /** The alternatives of each search term. A row must match at least one alternative of every term. */
  terms: readonly (readonly Alternative[])[];
  /** The filters of the list, without the search. */
  filter: Filter;
  /**
   * Filters for the rows of the list from the first row of the page on, without the end of the page. In the list, the
   * rows of the first filter come first, and so on. There is only one if the list is in the order of the ids.
   */
  pageFilters: readonly Filter[];
  sort: Sorting;
  limit: number;
}

/** This many rows from the start of the page on are compared one by one before the indexes of the search are used. */
const smallWindowRows = 2_000;
/**
 * This many rows from the start of the page on are compared one by one before all entries of a range with many values
 * are sorted.
 */
const largeWindowRows = 20_000;
/**
 * Up to 200 values, MongoDB merges the index entries of all values in the order of the ids instead of sorting them.
 * This limit stays well below that.
 */
const maxValuesPerQuery = 150;
/** A range with at most this number of different values is replaced by these values. */
const maxExpandedValues = 8;
/** If a search matches more rows, they are not all read and sorted. */
const maxSortedRows = 5_000;

/** The filter for rows that match an alternative of each term. */
export function buildTermsFilter(terms: PageSearch["terms"]): Filter {
  return { $and: terms.map((alternatives) => ({ $or: alternatives.map(toFilter) })) };
}

/**
 * The ids of the rows of a page: the first `limit` matching rows in this order. `source` is the resource that stores the
 * rows. A frequent word is found among the first rows of the page. A rare word is found by its index, in which the
 * entries of one value are in the order of the ids.
 */
export async function findPageIds(store: Store, source: AnyResource, search: PageSearch): Promise<number[]> {
  if (search.terms.some((alternatives) => alternatives.length === 0)) return [];
  const idsInSmallWindow = await findInWindow(store, source, search, smallWindowRows);
  if (idsInSmallWindow.length >= search.limit) return idsInSmallWindow;
  if ((await store.collection(source).estimatedDocumentCount()) <= smallWindowRows) return idsInSmallWindow;
  const expandedSearch = { ...search, terms: await expandTerms(store, source, search.terms) };
  const [sortField = source.idField] = Object.keys(search.sort);
  return sortField === source.idField
    ? findByValues(store, source, expandedSearch)
    : findSorted(store, source, expandedSearch, sortField);
}

/**
 * The smallest and the greatest id of the rows whose field lies in the range; undefined without rows. Reads one entry
 * of the field's index for each value.
 */
export async function findIdRange(
  store: Store,
  source: AnyResource,
  { field, from, to }: RangeAlternative,
): Promise<[from: number, to: number] | undefined> {
  const readId = async (direction: 1 | -1) => {
    const stages = [
      { $match: toMongoFilter(source, { [field]: between(from, to) }) },
      { $sort: { [field]: direction, _id: direction } },
      { $group: { _id: `$${field}`, id: { $first: "$_id" } } },
      { $group: { _id: null, id: direction === 1 ? { $min: "$id" } : { $max: "$id" } } },
    ];
    const [result] = await store.collection(source).aggregate<{ id: number }>(stages).toArray();
    return result?.id;
  };
  const [first, last] = await Promise.all([readId(1), readId(-1)]);
  return first === undefined || last === undefined ? undefined : [first, last];
}

/** The ids of the matching rows among the first `windowRows` rows of each page filter. */
async function findInWindow(
  store: Store,
  source: AnyResource,
  { terms, filter, pageFilters, sort, limit }: PageSearch,
  windowRows: number,
): Promise<number[]> {
  const ids: number[] = [];
  for (const pageFilter of pageFilters) {
    if (ids.length >= limit) break;
    const stages = [
      { $match: toMongoFilter(source, pageFilter) },
      { $sort: withStoredId(source, sort) },
      { $limit: windowRows },
      { $match: toMongoFilter(source, { $and: [filter, buildTermsFilter(terms)] }) },
      { $limit: limit - ids.length },
      { $project: { _id: 1 } },
    ];
    for await (const { _id } of store.collection(source).aggregate<{ _id: number }>(stages)) ids.push(_id);
  }
  return ids;
}

/**
 * The ids of the matching rows of a page that is in the order of the ids. Reads the rows of the first term by the index
 * of its field; the other terms are compared row by row.
 */
async function findByValues(store: Store, source: AnyResource, search: PageSearch): Promise<number[]> {
  const { terms, filter, pageFilters, sort, limit } = search;
  const [rarest = [], ...otherTerms] = terms;
  if (rarest.some((alternative) => !("values" in alternative))) {
    const idsInLargeWindow = await findInWindow(store, source, search, largeWindowRows);
    if (idsInLargeWindow.length >= limit) return idsInLargeWindow;
  }
  // Each query reads one alternative of the rarest term, so that this term needs no further condition.
  const rest = [filter, ...pageFilters, ...(otherTerms.length > 0 ? [buildTermsFilter(otherTerms)] : [])];
  const found = await Promise.all(
    rarest.flatMap(splitValues).map((alternative) =>
      store
        .collection(source)
        .find(toMongoFilter(source, { $and: [toFilter(alternative), ...rest] }))
        .sort(withStoredId(source, sort))
        .hint({ [alternative.field]: 1, _id: 1 })
        .limit(limit)
        .project<{ _id: number }>({ _id: 1 })
        .toArray(),
    ),
  );
  const direction = sort[source.idField] ?? 1;
  const ids = new Set(found.flat().map(({ _id }) => _id));
  return [...ids].sort((a, b) => (a - b) * direction).slice(0, limit);
}

/**
 * The ids of the matching rows of a page that is sorted by another field than the id. If few rows match, or the list is
 * filtered, as for a resident, the database chooses how it finds and sorts them. If many match, the rows are compared
 * one by one in the order of the list. The rows of a long run with the same value, such as installments without a day of
 * payment, are in the order of the ids, so that `findByValues` finds them.
 */
async function findSorted(store: Store, source: AnyResource, search: PageSearch, sortField: string): Promise<number[]> {
  const { terms, filter, sort, limit } = search;
  if (terms.some((alternatives) => alternatives.length === 0)) return [];
  const direction = sort[sortField] ?? 1;
  const comparesInOrder =
    Object.keys(filter).length === 0 && (await everyTermMatchesManyRows(store, source, terms, sortField));
  const pageFilters = [...search.pageFilters];
  const ids: number[] = [];
  for (let pageFilter = pageFilters.shift(); pageFilter && ids.length < limit; pageFilter = pageFilters.shift()) {
    const remaining = limit - ids.length;
    const run = comparesInOrder && (await findLongRun(store, source, pageFilter, { sortField, direction }));
    if (run) {
      const runSearch = { terms, filter, pageFilters: [{ $and: [pageFilter, run.filter] }], limit: remaining };
      ids.push(...(await findByValues(store, source, { ...runSearch, sort: { [source.idField]: direction } })));
      const laterValues = buildLaterValuesFilters(sortField, direction, run.value);
      pageFilters.unshift(...laterValues.map((later) => ({ $and: [pageFilter, later] })));
      continue;
    }
    const rows = store
      .collection(source)
      .find(toMongoFilter(source, { $and: [pageFilter, filter, buildTermsFilter(terms)] }))
      .sort(withStoredId(source, sort))
      .limit(remaining)
      .project<{ _id: number }>({ _id: 1 });
    if (comparesInOrder) rows.hint({ [sortField]: 1, _id: 1 });
    for await (const { _id } of rows) ids.push(_id);
  }
  return ids;
}

/** Whether each of the terms matches more than `maxSortedRows` rows. */
async function everyTermMatchesManyRows(
  store: Store,
  source: AnyResource,
  terms: PageSearch["terms"],
  sortField: string,
) {
  const answers = await Promise.all(terms.map((term) => matchesManyRows(store, source, term, sortField)));
  return answers.every(Boolean);
}

/**
 * Whether the term matches more than `maxSortedRows` rows. Returns false without counting if the list is sorted by a
 * field of the term, because the index of that field finds the rows in the order of the list.
 */
async function matchesManyRows(store: Store, source: AnyResource, term: readonly Alternative[], sortField: string) {
  if (term.some(({ field }) => field === sortField)) return false;
  const limit = maxSortedRows + 1;
  const counts = await Promise.all(
    term.map((alternative) => {
      const hint = { [alternative.field]: 1, _id: 1 };
      return store.collection(source).countDocuments(toMongoFilter(source, toFilter(alternative)), { limit, hint });
    }),
  );
  return counts.reduce((sum, count) => sum + count, 0) > maxSortedRows;
}

/**
 * If the page begins with more than `largeWindowRows` rows of the same value, that value and a filter for all rows with
 * it. Otherwise undefined.
 */
async function findLongRun(
  store: Store,
  source: AnyResource,
  pageFilter: Filter,
  { sortField, direction }: { sortField: string; direction: 1 | -1 },
): Promise<{ value: unknown; filter: Filter } | undefined> {
  const readRow = (filter: Filter, order: 1 | -1, skip = 0) =>
    store.collection(source).findOne(toMongoFilter(source, filter), {
      sort: { [sortField]: order, _id: order },
      skip,
      hint: { [sortField]: 1, _id: 1 },
      projection: { [sortField]: 1 },
    });
  const [first, later] = await Promise.all([
    readRow(pageFilter, direction),
    readRow(pageFilter, direction, largeWindowRows),
  ]);
  // A row that lacks the field is sorted and matched like one with null.
  const value = first?.[sortField] ?? null;
  const last =
    later && (later[sortField] ?? null) === value && (await readRow({ [sortField]: value }, direction === 1 ? -1 : 1));
  if (!first || !last) return undefined;
  const [from, to] = direction === 1 ? [first._id, last._id] : [last._id, first._id];
  return { value, filter: { [sortField]: value, [source.idField]: between(from, to) } };
}

/** Filters for the rows after all rows with this value. Null sorts first, and is not matched by `$gt` and `$lt`. */
export function buildLaterValuesFilters(field: string, direction: 1 | -1, value: unknown): Filter[] {
  if (direction === 1) return [{ [field]: where(value === null ? { $ne: null } : { $gt: value }) }];
  return value === null ? [] : [{ [field]: where({ $lt: value }) }, { [field]: null }];
}

function toFilter(alternative: Alternative): Filter {
  const { field } = alternative;
  if ("values" in alternative) return { [field]: inArray(alternative.values) };
  const { from, to } = alternative;
  // The words are a list: without $elemMatch, one word could match the lower bound and another word the upper one.
  if (field === searchWordField) return { [field]: where({ $elemMatch: { $gte: from, $lte: to } }) };
  return { [field]: between(from, to) };
}

/** The terms with ranges of few values replaced by these values, the term with the fewest values first. */
async function expandTerms(store: Store, source: AnyResource, terms: PageSearch["terms"]): Promise<Alternative[][]> {
  const expandedTerms = await Promise.all(
    terms.map(async (alternatives) => {
      const expanded = await Promise.all(alternatives.map((alternative) => expandRange(store, source, alternative)));
      return expanded.filter((alternative) => !("values" in alternative) || alternative.values.length > 0);
    }),
  );
  return expandedTerms.toSorted((a, b) => countValues(a) - countValues(b));
}

/** Replaces a range by its values in the field, read from the index one by one; the range itself if it has many. */
async function expandRange(store: Store, source: AnyResource, alternative: Alternative): Promise<Alternative> {
  if ("values" in alternative || alternative.field === source.idField) return alternative;
  const { field, from, to } = alternative;
  const values: (string | number)[] = [];
  const collection = store.collection(source);
  for (let bounds: object = { $gte: from, $lte: to }; ; bounds = { $gt: values.at(-1), $lte: to }) {
    const range = field === searchWordField ? { $elemMatch: bounds } : bounds;
    const keys = await collection
      .find<Record<string, unknown>>({ [field]: range })
      .hint({ [field]: 1, _id: 1 })
      .limit(1)
      .returnKey(true)
      .toArray();
    const value = keys[0]?.[field];
    if (typeof value !== "string" && typeof value !== "number") return { field, values };
    if (values.length === maxExpandedValues) return alternative;
    values.push(value);
  }
}

/** The number of values of a term. A range that was not replaced by its values counts as very many. */
function countValues(alternatives: readonly Alternative[]): number {
  const counts = alternatives.map((alternative) =>
    "values" in alternative ? alternative.values.length : largeWindowRows,
  );
  return counts.reduce((sum, count) => sum + count, 0);
}

function splitValues(alternative: Alternative): Alternative[] {
  if (!("values" in alternative)) return [alternative];
  const { field, values } = alternative;
  return Array.from({ length: Math.ceil(values.length / maxValuesPerQuery) }, (_, index) => ({
    field,
    values: values.slice(index * maxValuesPerQuery, (index + 1) * maxValuesPerQuery),
  }));
}
