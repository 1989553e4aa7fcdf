import type mongoose from "mongoose";
import { plotFieldsOf } from "../../shared/permissions.ts";
import type { AnyResource } from "../../shared/registry.ts";
import { storedSearchFields } from "../../shared/search.ts";
import { isDatabaseError } from "./connection.ts";
import { searchWordField } from "./search-words.ts";

/** The collation of the indexes that ignore case, in every script: unique ones and `ignoreCaseIndexes`. */
export const collation = { locale: "en", strength: 2 } as const;

const namespaceExistsCode = 48;
const indexNotFoundCode = 27;

/**
 * Creates missing collections and indexes of the resources. One resource after another, because each parallel command
 * would open a connection, which takes longer than the command.
 */
export async function ensureIndexes(connection: mongoose.Connection, resources: readonly AnyResource[]): Promise<void> {
  for (const resource of listStored(resources)) {
    const indexes = listIndexes(resource);
    if (indexes.length > 0) await connection.collection(resource.name).createIndexes(indexes);
    // Fails with this error when the collection exists.
    else await connection.createCollection(resource.name).catch(ignoreErrorCode(namespaceExistsCode));
  }
}

/** Drops the indexes of early releases, whose keys did not end with `_id`, and their separate index of the id field. */
export async function dropObsoleteIndexes(
  connection: mongoose.Connection,
  resources: readonly AnyResource[],
): Promise<void> {
  for (const resource of listStored(resources)) {
    const collection = connection.collection(resource.name);
    const obsoleteNames = new Set(
      [...listIndexKeys(resource), [resource.idField]].map((keys) => keys.map((key) => `${key}_1`).join("_")),
    );
    for (const { name } of await collection.listIndexes().toArray())
      if (obsoleteNames.has(name)) await dropIndex(connection, { resource, name });
  }
}

/** Drops an index of an earlier release. Another server that starts at the same time may have dropped it. */
export async function dropIndex(
  connection: mongoose.Connection,
  { resource, name }: { resource: { name: string }; name: string },
): Promise<void> {
  await connection.collection(resource.name).dropIndex(name).catch(ignoreErrorCode(indexNotFoundCode));
}

/** The resources with a collection of their own. */
function listStored(resources: readonly AnyResource[]): AnyResource[] {
  return resources.filter(({ derivedFrom }) => !derivedFrom);
}

function listIndexes(resource: AnyResource): mongoose.mongo.IndexDescription[] {
  return [
    ...resource.unique.map((keys) => ({
      key: toAscendingKeys(keys),
      unique: true,
      collation,
      name: `unique ${keys.join(" ")}`,
    })),
    ...listPartialUniqueIndexes(resource),
    ...listIndexKeys(resource).map((keys) => ({ key: toAscendingKeys([...keys, "_id"]) })),
    ...resource.ignoreCaseIndexes.map((key) => ({
      key: toAscendingKeys([key]),
      collation,
      name: `ignoring case ${key}`,
    })),
  ];
}

/**
 * Only rows whose `unless` field is 0 are in the index. Rows of earlier releases lack that field until a migration adds
 * it.
 */
function listPartialUniqueIndexes({ partialUnique }: AnyResource): mongoose.mongo.IndexDescription[] {
  if (!partialUnique) return [];
  const { keys, unless } = partialUnique;
  const name = `unique ${keys.join(" ")}`;
  return [{ key: toAscendingKeys(keys), unique: true, collation, name, partialFilterExpression: { [unless]: 0 } }];
}

function toAscendingKeys(keys: readonly string[]): Record<string, 1> {
  return Object.fromEntries(keys.map((key): [string, 1] => [key, 1]));
}

/**
 * The keys of the non-unique indexes, without `_id`. `listIndexes` appends it to each, so that pages in such an order
 * need no sort.
 */
function listIndexKeys(resource: AnyResource): (readonly string[])[] {
  const plotFields = plotFieldsOf(resource).filter((field) => field !== resource.idField);
  const wordFields = storedSearchFields(resource).length > 0 ? [searchWordField] : [];
  const fields = [...new Set([...plotFields, ...(resource.sortFields ?? []), ...wordFields])];
  return [...resource.indexes, ...fields.map((field) => [field])];
}

/** An error handler that ignores this error code and throws any other error. */
function ignoreErrorCode(code: number): (error: unknown) => void {
  return (error) => {
    if (!isDatabaseError(error, code)) throw error;
  };
}
