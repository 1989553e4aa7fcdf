import { randomUUID } from "node:crypto";
import mongoose from "mongoose";
import { z } from "zod";
import { restoreMarkerCollection } from "../../server/database/backup/collections.ts";
import { connect, toRawBytes } from "../../server/database/connection.ts";

type Db = NonNullable<mongoose.Connection["db"]>;
type Collection = ReturnType<Db["collection"]>;
/** Encoded rows, each by a key that only equal rows share. */
type Rows = ReadonlyMap<string, Buffer>;

/** The rows of a database by collection. */
export type DatabaseContents = ReadonlyMap<string, { rows: Rows; hash: string }>;

interface DatabaseLocation {
  uri: string;
  name: string;
}

interface TestDatabase {
  name: string;
  /** Whether a server of the portal has created the indexes. */
  hasIndexes: boolean;
}

/** Resetting a database with more rows than this takes longer than creating a new one. */
const maxRows = 5_000;
const hashesSchema = z.object({ collections: z.record(z.string(), z.string()) });
/** `dbHash` of an empty collection. */
const emptyHash = "d41d8cd98f00b204e9800998ecf8427e";

/**
 * Databases that were reset to the initial data. Reusing them saves the creation of collections and indexes, the
 * slowest part of a new portal.
 */
const pool: string[] = [];

/** Returns a database with exactly these rows, for exclusive use until it is released. */
export async function acquireDatabase(uri: string, contents: DatabaseContents): Promise<TestDatabase> {
  const name = pool.pop();
  return name === undefined ? createDatabase(uri, contents) : { name, hasIndexes: true };
}

/** Creates a database with these rows. */
export async function createDatabase(uri: string, contents: DatabaseContents): Promise<TestDatabase> {
  const name = `test-${randomUUID()}`;
  const connection = await connect(uri, name);
  await Promise.all(
    [...contents].map(([collection, { rows }]) =>
      connection.collection(collection).insertMany([...rows.values()].map(toDocument)),
    ),
  );
  await connection.close();
  return { name, hasIndexes: false };
}

/** Resets the database to the contents and returns it to the pool. All connections of the portal must be closed. */
export async function releaseDatabase({ uri, name }: DatabaseLocation, contents: DatabaseContents): Promise<void> {
  const db = await openDatabase({ uri, name });
  const current = await readHashes(db, { maxTimeMS: 2_000 }).catch(() => undefined);
  // After a crash a transaction may be open for a minute; the database is then not reused.
  if (!current) return;
  const changed = [...new Set([...Object.keys(current), ...contents.keys()])].filter(
    (collection) => (current[collection] ?? emptyHash) !== (contents.get(collection)?.hash ?? emptyHash),
  );
  const counts = await Promise.all(changed.map((collection) => db.collection(collection).estimatedDocumentCount()));
  // An interrupted restore leaves a marker that locks the database.
  const isLocked = changed.includes(restoreMarkerCollection);
  if (isLocked || counts.reduce((sum, count) => sum + count, 0) > maxRows) return void (await db.dropDatabase());
  await Promise.all(
    changed.map((collection) =>
      resetCollection(db.collection(collection), contents.get(collection)?.rows ?? new Map()),
    ),
  );
  pool.push(name);
}

/** Writes only the rows that differ, because most rows are unchanged and some have hundreds of index entries. */
async function resetCollection(collection: Collection, rows: Rows): Promise<void> {
  if (rows.size === 0) return void (await collection.deleteMany({}));
  const current = await readRows(collection);
  const added = [...current].filter(([key]) => !rows.has(key)).map(([, row]) => toDocument(row)._id);
  const missing = [...rows].filter(([key]) => !current.has(key)).map(([, row]) => toDocument(row));
  if (added.length > 0) await collection.deleteMany({ _id: { $in: added } });
  if (missing.length > 0) await collection.insertMany(missing);
}

/** Reads all rows of a database. */
export async function readContents(location: DatabaseLocation): Promise<DatabaseContents> {
  const db = await openDatabase(location);
  const collections = Object.entries(await readHashes(db)).filter(([, hash]) => hash !== emptyHash);
  const read = collections.map(
    async ([collection, hash]) => [collection, { rows: await readRows(db.collection(collection)), hash }] as const,
  );
  return new Map(await Promise.all(read));
}

async function readRows(collection: Collection): Promise<Rows> {
  const rows = await collection.find({}, { raw: true }).map(toRawBytes).toArray();
  return new Map(rows.map((row) => [row.toString("latin1"), row]));
}

/** Keeps the BSON types of numbers, so that copies have the same hash. */
function toDocument(row: Buffer): mongoose.mongo.BSON.Document {
  return mongoose.mongo.BSON.deserialize(row, { promoteValues: false });
}

/** MongoDB waits for open transactions before it computes the hashes. */
async function readHashes(db: Db, limit: { maxTimeMS?: number } = {}): Promise<Readonly<Record<string, string>>> {
  return hashesSchema.parse(await db.command({ dbHash: 1, ...limit })).collections;
}

let sharedConnection: Promise<mongoose.Connection> | undefined;

/** A database of the MongoDB of the test run, by a connection that stays open until the worker ends. */
async function openDatabase({ uri, name }: DatabaseLocation): Promise<Db> {
  sharedConnection ??= connect(uri, "admin");
  return (await sharedConnection).getClient().db(name);
}
