import type mongoose from "mongoose";

type Db = mongoose.mongo.Db;

export interface Known {
  name: string;
  options: mongoose.mongo.CreateCollectionOptions;
}

/** Holds the one mark of a restore that has begun to put its collections in place. */
export const markCollection = "restoring";

/** What the records of a restore are called until all of them are there. */
export function stagedName(id: string, name: string): string {
  return `${markCollection}-${id}.${name}`;
}

/** The database of this connection, as the driver has it. */
export function databaseOf(connection: mongoose.Connection): Db {
  return connection.getClient().db(connection.name);
}

/** The portal's own collections by name, without what a restore keeps beside them. */
export async function collectionsIn(db: Db): Promise<Known[]> {
  const all = await listed(db);
  return all.filter(({ name }) => !name.startsWith("system.") && name !== markCollection && !isStaged(name));
}

/** Forgets what restores have left that were cut off before they changed anything. */
export async function dropStaged(db: Db): Promise<void> {
  for (const { name } of await listed(db)) if (isStaged(name)) await db.dropCollection(name);
}

async function listed(db: Db): Promise<Known[]> {
  const found = await db.listCollections({ type: "collection" }, { nameOnly: false }).toArray();
  return found.map(({ name, options = {} }) => ({ name, options })).sort((a, b) => (a.name < b.name ? -1 : 1));
}

function isStaged(name: string): boolean {
  return /^restoring-[0-9a-f]{8}\./.test(name);
}
