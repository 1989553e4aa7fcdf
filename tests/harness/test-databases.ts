import { randomUUID } from "node:crypto";
import type mongoose from "mongoose";
import { z } from "zod";
import { restoreMarkerCollection } from "../../server/database/backup/collections.ts";
import { connect } from "../../server/database/connection.ts";

type Db = NonNullable<mongoose.Connection["db"]>;
type Rows = Awaited<ReturnType<ReturnType<ReturnType<Db["collection"]>["find"]>["toArray"]>>;

/** The rows of a database by collection. */
export type DatabaseContents = ReadonlyMap<string, { rows: Rows; hash: string }>;

interface DatabaseLocation {
  uri: string;
  name: string;
}

/** Deleting more rows than this takes longer than creating a new database. */
const maxRows = 5_000;
const hashesSchema = z.object({ collections: z.record(z.string(), z.string()) });
/** `dbHash` of an empty collection. */
const emptyHash = "d41d8cd98f00b204e9800998ecf8427e";
/** Reads numbers with their BSON types, so that copies have the same hash. */
const keepNumberTypes = { promoteValues: false };

/**
 * Databases that were reset to the initial data. Reusing them saves the creation of collections and indexes, the
 * slowest part of a new portal.
 */
const pool: string[] = [];

/** Returns the name of a database with exactly these rows, for exclusive use until it is released. */
export async function acquireDatabase(uri: string, contents: DatabaseContents): Promise<string> {
  return pool.pop() ?? createDatabase(uri, contents);
}

/** Creates a database with these rows; returns its name. */
export async function createDatabase(uri: string, contents: DatabaseContents): Promise<string> {
  const name = `test-${randomUUID()}`;
  const connection = await connect(uri, name);
  await Promise.all([...contents].map(([collection, { rows }]) => connection.collection(collection).insertMany(rows)));
  await connection.close();
  return name;
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
    changed.map(async (collection) => {
      const { rows = [] } = contents.get(collection) ?? {};
      await db.collection(collection).deleteMany({});
      if (rows.length > 0) await db.collection(collection).insertMany(rows);
    }),
  );
  pool.push(name);
}

/** Reads all rows of a database. */
export async function readContents(location: DatabaseLocation): Promise<DatabaseContents> {
  const db = await openDatabase(location);
  const collections = Object.entries(await readHashes(db)).filter(([, hash]) => hash !== emptyHash);
  const read = collections.map(
    async ([collection, hash]) =>
      [collection, { rows: await db.collection(collection).find({}, keepNumberTypes).toArray(), hash }] as const,
  );
  return new Map(await Promise.all(read));
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
