import { type Paisa, toRupees } from "../../shared/money.ts";
import { isMasked, type Viewer } from "../../shared/permissions.ts";
import type { AnyResource, Join, Resource, StoredRow } from "../../shared/registry.ts";
import type { ReferenceCache } from "./reference-cache.ts";
import type { Doc } from "./store.ts";

type ViewerPermissions = Pick<Viewer, "permissions">;

/** Converts a stored row of the resource to a record. Without a viewer, all fields that have a mask are masked. */
export type Present = <Rec extends object>(
  resource: Resource<StoredRow, Rec>,
  row: Doc,
  viewer?: ViewerPermissions,
) => Rec & Doc;

const viewerWithoutPermissions: ViewerPermissions = { permissions: {} };

/**
 * Creates the function that presents rows: rupees instead of paisa, joined names, declared fields only. REST, live
 * events and exports all use it.
 */
export function createPresent(resources: readonly AnyResource[], referenceCache: ReferenceCache): Present {
  const presenters = new Map(
    resources.map((resource) => [resource.name, createResourcePresenter(resource, referenceCache)]),
  );
  return <Rec extends object>({ name }: Resource<StoredRow, Rec>, row: Doc, viewer?: ViewerPermissions) => {
    const record = presenters.get(name)?.(row, viewer);
    if (!record) throw new Error(`${name} has no presenter`);
    // The record has the fields that the resource declares.
    return record as Rec & Doc;
  };
}

function createResourcePresenter(resource: AnyResource, referenceCache: ReferenceCache) {
  const plainNames: string[] = [];
  const moneyNames: string[] = [];
  const moneyLists: [name: string, moneyFields: readonly string[]][] = [];
  const maskedFields = [...resource.fields].filter(([, { mask }]) => mask !== undefined);
  for (const [name, { kind, moneyFields = [] }] of resource.fields) {
    if (moneyFields.length > 0) moneyLists.push([name, moneyFields]);
    else (kind === "money" ? moneyNames : plainNames).push(name);
  }
  const joins = Object.entries(resource.joins);
  const derivedTexts = Object.entries(resource.derivedTexts);
  return (row: Doc, viewer = viewerWithoutPermissions) => {
    const record: Record<string, unknown> = {};
    for (const name of plainNames) record[name] = row[name];
    for (const [name, meta] of maskedFields)
      if (isMasked(meta, viewer) && typeof row[name] === "string") record[name] = meta.mask?.apply(row[name]);
    for (const name of moneyNames) record[name] = presentAmount(row[name]);
    for (const [name, moneyFields] of moneyLists) record[name] = presentItems(row[name], moneyFields);
    for (const [name, join] of joins) record[name] = readJoinedValue(join, row, referenceCache);
    for (const [name, { via, value }] of derivedTexts) record[name] = value(Number(row[via]));
    return record;
  };
}

const joinedResourceNamesCache = new WeakMap<AnyResource, readonly string[]>();

/** The names of the resources whose fields are joined to records of this resource, directly or by nested joins. */
export function listJoinedResourceNames(resource: AnyResource): readonly string[] {
  const cached = joinedResourceNamesCache.get(resource);
  if (cached) return cached;
  const names = Object.values(resource.joins).flatMap(({ target }) => [
    target.name,
    ...listJoinedResourceNames(target),
  ]);
  const uniqueNames = [...new Set(names)];
  joinedResourceNamesCache.set(resource, uniqueNames);
  return uniqueNames;
}

/** The value of a join for this row, or null if it references no row. Follows nested joins. */
export function readJoinedValue({ via, target, targetField }: Join, row: Doc, referenceCache: ReferenceCache): unknown {
  const id = row[via];
  if (typeof id !== "number") return null;
  const referencedRow = referenceCache.get(target, id);
  if (!referencedRow) return null;
  const nestedJoin = target.joins[targetField];
  return nestedJoin ? readJoinedValue(nestedJoin, referencedRow, referenceCache) : referencedRow[targetField];
}

/** The value of a field of kind `list` or `group`, with the given fields of its items in rupees. */
function presentItems(items: unknown, moneyFields: readonly string[]): unknown {
  if (Array.isArray(items)) return items.map((item: Doc) => presentItem(item, moneyFields));
  return presentItem(Object(items), moneyFields);
}

function presentItem(item: Doc, moneyFields: readonly string[]): Doc {
  // A row that was written directly to the database can have any values in its lists.
  if (typeof item !== "object" || item === null) return item;
  return { ...item, ...Object.fromEntries(moneyFields.map((name) => [name, presentAmount(item[name])])) };
}

function presentAmount(value: unknown): unknown {
  // The amount is not validated: a row with an invalid amount, written directly to the database, must not make the whole
  // list fail.
  return typeof value === "number" ? toRupees(value as Paisa) : value;
}
