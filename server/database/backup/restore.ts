import { randomBytes } from "node:crypto";
import mongoose from "mongoose";
import { z } from "zod";
import { resources } from "../../../shared/resources/index.ts";
import { sessions } from "../../../shared/resources/sessions.ts";
import { commitsCollection } from "../../commits/commit.ts";
import { isDatabaseError } from "../connection.ts";
import {
  type CollectionInfo,
  databaseOf,
  dropStagingCollections,
  listCollections,
  restoreMarkerCollection,
  stagingName,
} from "./collections.ts";
import type { BackupHeader } from "./format.ts";
import { type Backup, openBackup } from "./read.ts";

type Db = mongoose.mongo.Db;

interface RestoreOptions {
  connection: mongoose.Connection;
  file: string;
  /** Restore even if that replaces records. */
  force: boolean;
  now: Date;
}

const maxBatchRecords = 1_000;
const maxBatchBytes = 4 * 1024 ** 2;

/**
 * Replaces the whole database by a backup. The file is verified and loaded into staging collections first; until these
 * replace the present collections, nothing changes. Throws InvalidBackupError when the file cannot be restored.
 */
export async function restoreBackup(options: RestoreOptions): Promise<BackupHeader> {
  const header = await stageRestore(options);
  await finishRestore(options.connection);
  return header;
}

/**
 * Loads the backup into staging collections and marks them for replacement. Once it resolves, the next process that
 * opens the database finishes the restore, should this one end.
 */
export async function stageRestore({ connection, file, force, now }: RestoreOptions): Promise<BackupHeader> {
  const db = databaseOf(connection);
  const backup = await openBackup(file);
  try {
    await finishRestore(connection);
    const existing = await listCollections(db);
    if (!force && (await hasRecords(db, existing)))
      throw new Error(`There is data already: --force replaces all of it by the backup of ${backup.header.madeAt}`);
    await dropStagingCollections(db);
    const stage = { db, id: randomBytes(4).toString("hex"), existing };
    const collections = await stageCollections(stage, backup);
    await preserveIdCounters(stage, now);
    await removeEndedSessions(stage);
    await markForReplacement(db, { id: stage.id, collections });
    return backup.header;
  } finally {
    await backup.close();
  }
}

interface Staging {
  db: Db;
  id: string;
  /** The present collections. */
  existing: readonly CollectionInfo[];
}

/** Creates a staging collection for each collection of the backup and of the database, and loads the records. */
async function stageCollections({ db, id, existing }: Staging, { header, records }: Backup): Promise<string[]> {
  const counts = new Map(header.collections.map(({ name, count }) => [name, count]));
  const names = [...new Set([...counts.keys(), ...existing.map(({ name }) => name), commitsCollection])];
  for (const name of names) {
    const options = existing.find((one) => one.name === name)?.options ?? {};
    await db.createCollection(stagingName(id, name), options);
  }
  const writer = createStagingWriter({ db, id, header });
  for await (const some of records()) await writer.write(some);
  await writer.finish();
  for (const name of names) {
    const staged = db.collection(stagingName(id, name));
    const laid = await staged.countDocuments({}, { hint: { _id: 1 } });
    if (laid !== (counts.get(name) ?? 0))
      throw new Error(`${name} could not be loaded completely: is another restore running?`);
    if (existing.some((one) => one.name === name)) await copyIndexes(db.collection(name), staged);
  }
  return names;
}

/** Writes records in batches to the staging collections, in the order of the header. */
function createStagingWriter({ db, id, header }: { db: Db; id: string; header: BackupHeader }) {
  const remaining = header.collections.filter(({ count }) => count > 0).map((current) => ({ ...current }));
  let batch: mongoose.mongo.BSON.Document[] = [];
  let bytes = 0;

  return {
    async write(records: readonly Uint8Array[]): Promise<void> {
      for (const record of records) {
        const [current] = remaining;
        if (!current) throw new Error("The backup contains more records than its header says");
        // Keeps the BSON types of numbers.
        batch.push(mongoose.mongo.BSON.deserialize(record, { promoteValues: false, bsonRegExp: true }));
        bytes += record.length;
        current.count--;
        if (current.count > 0 && batch.length < maxBatchRecords && bytes < maxBatchBytes) continue;
        await write(current.name);
        if (current.count === 0) remaining.shift();
      }
    },
    async finish(): Promise<void> {
      if (remaining.length > 0) throw new Error("The backup contains fewer records than its header says");
    },
  };

  async function write(name: string): Promise<void> {
    await db.collection(stagingName(id, name)).insertMany(batch, { ordered: false, writeConcern: { w: 1 } });
    batch = [];
    bytes = 0;
  }
}

/** A running server relies on the present indexes. Missing ones are created by the next start. */
async function copyIndexes(from: mongoose.mongo.Collection, to: mongoose.mongo.Collection): Promise<void> {
  const indexes = await from.listIndexes().toArray();
  const others = indexes.filter(({ name }) => name !== "_id_");
  if (others.length === 0) return;
  await to.createIndexes(others.map(({ v: _version, ns: _namespace, ...index }) => ({ key: index.key, ...index })));
}

/** Keeps the present id counters where they are higher, so that ids created after the backup are not used again. */
async function preserveIdCounters({ db, id, existing }: Staging, now: Date): Promise<void> {
  const counters = db.collection<{ _id: string; last: number }>(stagingName(id, "counters"));
  const present = existing.some(({ name }) => name === "counters")
    ? await db.collection<{ _id: string; last: number }>("counters").find({}).toArray()
    : [];
  const names = new Set(resources.map(({ name }) => name));
  for (const { _id, last } of present.filter((one) => names.has(one._id)))
    await counters.updateOne({ _id }, { $max: { last } }, { upsert: true });
  // Tokens contain a SessionID: without a present counter, a new session must not get the id of an old one.
  const beyondAll = Math.floor(now.getTime() / 1_000);
  await counters.updateOne({ _id: sessions.name }, { $max: { last: beyondAll } }, { upsert: true });
}

/** Removes restored sessions that have ended since the backup. */
async function removeEndedSessions({ db, id, existing }: Staging): Promise<void> {
  const staged = db.collection(stagingName(id, sessions.name));
  const open = existing.some(({ name }) => name === sessions.name)
    ? await db.collection(sessions.name).find({}).toArray()
    : [];
  const goOn = new Set(open.map(sessionKey));
  const over = (await staged.find({}).toArray()).filter((session) => !goOn.has(sessionKey(session)));
  await staged.deleteMany({ _id: { $in: over.map(({ _id }) => _id) } });
}

function sessionKey({ SessionID, UserID, CreatedAt }: mongoose.mongo.BSON.Document): string {
  return [SessionID, UserID, CreatedAt].join(" ");
}

async function hasRecords(db: Db, existing: readonly CollectionInfo[]): Promise<boolean> {
  for (const { name } of existing) if ((await db.collection(name).findOne({})) !== null) return true;
  return false;
}

const markerId = "restore";
const markerSchema = z.object({ id: z.string(), collections: z.array(z.string()) });

/** A validator that refuses every document. */
const rejectAllDocuments = { _id: { $exists: false } };

const errorCodes = { namespaceNotFound: 26, duplicateKey: 11000 };

/**
 * Marks the staging collections for replacement by `finishRestore`. Commits come first and refuse writes: change
 * streams end and load everything again, and as every write adds a commit, nothing is written until the last collection
 * is replaced.
 */
async function markForReplacement(
  db: Db,
  { id, collections }: { id: string; collections: readonly string[] },
): Promise<void> {
  await db.command({ collMod: stagingName(id, commitsCollection), validator: rejectAllDocuments });
  const others = collections.filter((name) => name !== commitsCollection);
  try {
    const first = { _id: markerId, id, collections: [commitsCollection, ...others] };
    await db.collection<{ _id: string }>(restoreMarkerCollection).insertOne(first, { writeConcern: { w: "majority" } });
  } catch (error) {
    if (isDatabaseError(error, errorCodes.duplicateKey))
      throw new Error("Another restore is being finished: try again");
    throw error;
  }
}

/**
 * Finishes a restore that is marked for replacement, if any. Called before the database is opened. Safe to run in
 * several processes at once.
 */
export async function finishRestore(connection: mongoose.Connection): Promise<void> {
  const db = databaseOf(connection);
  const marks = db.collection<{ _id: string }>(restoreMarkerCollection);
  const found = markerSchema.safeParse(await marks.findOne({ _id: markerId }));
  if (!found.success) return;
  const { id, collections } = found.data;
  for (const name of collections) await replaceCollection(db, { from: stagingName(id, name), to: name });
  await db.command({ collMod: commitsCollection, validator: {} });
  await marks.deleteOne({ _id: markerId, id }, { writeConcern: { w: "majority" } });
}

async function replaceCollection(db: Db, { from, to }: { from: string; to: string }): Promise<void> {
  try {
    await db.renameCollection(from, to, { dropTarget: true });
  } catch (error) {
    // Another process has replaced it already.
    if (!isDatabaseError(error, errorCodes.namespaceNotFound)) throw error;
  }
}
