import type mongoose from "mongoose";

type Db = mongoose.mongo.Db;

export interface CollectionInfo {
  name: string;
  options: mongoose.mongo.CreateCollectionOptions;
}

/** The collection with the marker of a restore that has loaded all records but is not finished. */
export const restoreMarkerCollection = "restoring";

/** The name of a restored collection until it replaces the current one. `restoreId` has 8 hexadecimal digits. */
export function toStagingName(restoreId: string, name: string): string {
  return `${restoreMarkerCollection}-${restoreId}.${name}`;
}

/** The driver's database of this connection. */
export function databaseOf(connection: mongoose.Connection): Db {
  return connection.getClient().db(connection.name);
}

/** The portal's collections, without the staging collections of restores, sorted by name. */
export async function listCollections(db: Db): Promise<CollectionInfo[]> {
  const collections = await listAllCollections(db);
  return collections.filter(
    ({ name }) => !name.startsWith("system.") && name !== restoreMarkerCollection && !isStagingName(name),
  );
}

/** Drops all staging collections. Call it only without a restore marker: the marked restore still needs them. */
export async function dropStagingCollections(db: Db): Promise<void> {
  for (const { name } of await listAllCollections(db)) if (isStagingName(name)) await db.dropCollection(name);
}

async function listAllCollections(db: Db): Promise<CollectionInfo[]> {
  const collections = await db.listCollections({ type: "collection" }, { nameOnly: false }).toArray();
  return collections.map(({ name, options = {} }) => ({ name, options })).sort((a, b) => (a.name < b.name ? -1 : 1));
}

function isStagingName(name: string): boolean {
  return /^restoring-[0-9a-f]{8}\./.test(name);
}
