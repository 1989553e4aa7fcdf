import type mongoose from "mongoose";

type Db = mongoose.mongo.Db;

export interface CollectionInfo {
  name: string;
  options: mongoose.mongo.CreateCollectionOptions;
}

/** Holds the one mark of a restore that has begun to put its collections in place. */
export const restoreMarkerCollection = "restoring";

/** What the records of a restore are called until all of them are there. */
export function stagingName(id: string, name: string): string {
  return `${restoreMarkerCollection}-${id}.${name}`;
}

/** The database of this connection, as the driver has it. */
export function databaseOf(connection: mongoose.Connection): Db {
  return connection.getClient().db(connection.name);
}

/** The portal's own collections by name, without what a restore keeps beside them. */
export async function listCollections(db: Db): Promise<CollectionInfo[]> {
  const all = await listAllCollections(db);
  return all.filter(
    ({ name }) => !name.startsWith("system.") && name !== restoreMarkerCollection && !isStagingName(name),
  );
}

/** Forgets what restores have left that were cut off before they changed anything. */
export async function dropStagingCollections(db: Db): Promise<void> {
  for (const { name } of await listAllCollections(db)) if (isStagingName(name)) await db.dropCollection(name);
}

async function listAllCollections(db: Db): Promise<CollectionInfo[]> {
  const found = await db.listCollections({ type: "collection" }, { nameOnly: false }).toArray();
  return found.map(({ name, options = {} }) => ({ name, options })).sort((a, b) => (a.name < b.name ? -1 : 1));
}

function isStagingName(name: string): boolean {
  return /^restoring-[0-9a-f]{8}\./.test(name);
}
