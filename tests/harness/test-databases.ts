import { randomUUID } from "node:crypto";
import type mongoose from "mongoose";
import { z } from "zod";
import { restoreMarkerCollection } from "../../server/database/backup/collections.ts";
import { connect } from "../../server/database/connection.ts";

type Db = NonNullable<mongoose.Connection["db"]>;
type Rows = Awaited<ReturnType<ReturnType<ReturnType<Db["collection"]>["find"]>["toArray"]>>;

/** All that stands in a database, by collection. */
export type DatabaseContents = ReadonlyMap<string, { rows: Rows; hash: string }>;

interface DatabaseLocation {
  uri: string;
  name: string;
}

/** Taking away more rows than this takes longer than making a database anew. */
const maxRows = 5_000;
const hashes = z.object({ collections: z.record(z.string(), z.string()) });
const emptyHash = "d41d8cd98f00b204e9800998ecf8427e";
/** Numbers stay of the kind that they are kept as. */
const rawNumbers = { promoteValues: false };

/** Databases that were used before and hold no more than in the beginning; their files and indexes are the dearest part of a new portal. */
const pool: string[] = [];

/** The name of a database in which these rows stand and no others, which is nobody else's until it is given back. */
export async function acquireDatabase(uri: string, contents: DatabaseContents): Promise<string> {
  return pool.pop() ?? createDatabase(uri, contents);
}

/** The same, never used before. */
export async function createDatabase(uri: string, contents: DatabaseContents): Promise<string> {
  const name = `world-${randomUUID()}`;
  await withDatabase({ uri, name }, (db) =>
    Promise.all([...contents].map(([kind, { rows }]) => db.collection(kind).insertMany(rows))),
  );
  return name;
}

/** Leaves nothing of what was done in it since; nobody may be connected to it any more. */
export async function releaseDatabase({ uri, name }: DatabaseLocation, contents: DatabaseContents): Promise<void> {
  await withDatabase({ uri, name }, async (db) => {
    const found = await readHashes(db, { maxTimeMS: 2_000 }).catch(() => undefined);
    // A server that fell has left a transaction open, which lasts for a minute: whoever comes next takes another database.
    if (!found) return;
    const changed = [...new Set([...Object.keys(found), ...contents.keys()])].filter(
      (kind) => (found[kind] ?? emptyHash) !== (contents.get(kind)?.hash ?? emptyHash),
    );
    const counts = await Promise.all(changed.map((kind) => db.collection(kind).estimatedDocumentCount()));
    // A restore that was cut off has closed the books; nobody can go on in them.
    const isClosed = changed.includes(restoreMarkerCollection);
    if (isClosed || counts.reduce((sum, count) => sum + count, 0) > maxRows) return void (await db.dropDatabase());
    await Promise.all(
      changed.map(async (kind) => {
        const { rows = [] } = contents.get(kind) ?? {};
        await db.collection(kind).deleteMany({});
        if (rows.length > 0) await db.collection(kind).insertMany(rows);
      }),
    );
    pool.push(name);
  });
}

/** What stands there now. */
export async function readContents(place: DatabaseLocation): Promise<DatabaseContents> {
  return withDatabase(place, async (db) => {
    const kinds = Object.entries(await readHashes(db)).filter(([, hash]) => hash !== emptyHash);
    const read = kinds.map(
      async ([kind, hash]) => [kind, { rows: await db.collection(kind).find({}, rawNumbers).toArray(), hash }] as const,
    );
    return new Map(await Promise.all(read));
  });
}

/** Waits for transactions that are open, unless there is a limit. */
async function readHashes(db: Db, limit: { maxTimeMS?: number } = {}): Promise<Readonly<Record<string, string>>> {
  return hashes.parse(await db.command({ dbHash: 1, ...limit })).collections;
}

async function withDatabase<Result>(
  { uri, name }: DatabaseLocation,
  work: (db: Db) => Promise<Result>,
): Promise<Result> {
  const connection = await connect(uri, name);
  try {
    if (!connection.db) throw new Error("Not connected");
    return await work(connection.db);
  } finally {
    await connection.close();
  }
}
