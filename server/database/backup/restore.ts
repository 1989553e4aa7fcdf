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
  /** Also where that replaces records. */
  force: boolean;
  now: Date;
}

const maxBatchRecords = 1_000;
const maxBatchBytes = 4 * 1024 ** 2;

/**
 * Replaces the whole database by what the file holds: first all of it is checked, then laid down beside what is there, and only
 * then does it take its place. Until that moment nothing is changed, whatever happens.
 * Throws NotABackup for a file that cannot be restored.
 */
export async function restoreBackup(parts: RestoreOptions): Promise<BackupHeader> {
  const header = await stageRestore(parts);
  await finishRestore(parts.connection);
  return header;
}

/** The same up to that moment: once this resolves, whoever opens the books puts them in place, should this process be gone. */
export async function stageRestore({ connection, file, force, now }: RestoreOptions): Promise<BackupHeader> {
  const db = databaseOf(connection);
  const backup = await openBackup(file);
  try {
    await finishRestore(connection);
    const known = await listCollections(db);
    if (!force && (await hasRecords(db, known)))
      throw new Error(`There is data already: --force replaces all of it by the backup of ${backup.header.madeAt}`);
    await dropStagingCollections(db);
    const stage = { db, id: randomBytes(4).toString("hex"), existing: known };
    const collections = await stageCollections(stage, backup);
    await preserveIdCounters(stage, now);
    await removeEndedSessions(stage);
    await markForSwap(db, { id: stage.id, collections });
    return backup.header;
  } finally {
    await backup.close();
  }
}

interface Staging {
  db: Db;
  id: string;
  /** What is there now. */
  existing: readonly CollectionInfo[];
}

/** Makes every collection anew beside the present ones, those that the backup knows and those that only the portal does. */
async function stageCollections({ db, id, existing }: Staging, { header, records }: Backup): Promise<string[]> {
  const counts = new Map(header.collections.map(({ name, count }) => [name, count]));
  const names = [...new Set([...counts.keys(), ...existing.map(({ name }) => name), commitsCollection])];
  for (const name of names) {
    const options = existing.find((one) => one.name === name)?.options ?? {};
    await db.createCollection(stagingName(id, name), options);
  }
  const filling = createStagingWriter({ db, id, header });
  for await (const some of records()) await filling.write(some);
  await filling.finish();
  for (const name of names) {
    const staged = db.collection(stagingName(id, name));
    const laid = await staged.countDocuments({}, { hint: { _id: 1 } });
    if (laid !== (counts.get(name) ?? 0))
      throw new Error(`${name} could not be laid down whole; is another restore at work?`);
    if (existing.some((one) => one.name === name)) await copyIndexes(db.collection(name), staged);
  }
  return names;
}

/** Writes records to the collection whose turn it is, so many at a time. */
function createStagingWriter({ db, id, header }: { db: Db; id: string; header: BackupHeader }) {
  const turns = header.collections.filter(({ count }) => count > 0).map((turn) => ({ ...turn }));
  let batch: mongoose.mongo.BSON.Document[] = [];
  let bytes = 0;

  return {
    async write(records: readonly Uint8Array[]): Promise<void> {
      for (const record of records) {
        const [turn] = turns;
        if (!turn) throw new Error("The backup holds more than it says");
        // Numbers must come back as the kind that they were.
        batch.push(mongoose.mongo.BSON.deserialize(record, { promoteValues: false, bsonRegExp: true }));
        bytes += record.length;
        turn.count--;
        if (turn.count > 0 && batch.length < maxBatchRecords && bytes < maxBatchBytes) continue;
        await write(turn.name);
        if (turn.count === 0) turns.shift();
      }
    },
    async finish(): Promise<void> {
      if (turns.length > 0) throw new Error("The backup holds less than it says");
    },
  };

  async function write(name: string): Promise<void> {
    await db.collection(stagingName(id, name)).insertMany(batch, { ordered: false, writeConcern: { w: 1 } });
    batch = [];
    bytes = 0;
  }
}

/** The running portal goes on with the indexes that it made; what a later one needs it makes itself. */
async function copyIndexes(from: mongoose.mongo.Collection, to: mongoose.mongo.Collection): Promise<void> {
  const made = await from.listIndexes().toArray();
  const others = made.filter(({ name }) => name !== "_id_");
  if (others.length === 0) return;
  await to.createIndexes(others.map(({ v: _version, ns: _namespace, ...index }) => ({ key: index.key, ...index })));
}

/** What was given out since the backup is not given out again: the ids of records that others may still know. */
async function preserveIdCounters({ db, id, existing }: Staging, now: Date): Promise<void> {
  const counters = db.collection<{ _id: string; last: number }>(stagingName(id, "counters"));
  const present = existing.some(({ name }) => name === "counters")
    ? await db.collection<{ _id: string; last: number }>("counters").find({}).toArray()
    : [];
  const names = new Set(resources.map(({ name }) => name));
  for (const { _id, last } of present.filter((one) => names.has(one._id)))
    await counters.updateOne({ _id }, { $max: { last } }, { upsert: true });
  // A token names its session: also where nothing tells how many there were, none may come to mean another's.
  const beyondAll = Math.floor(now.getTime() / 1_000);
  await counters.updateOne({ _id: sessions.name }, { $max: { last: beyondAll } }, { upsert: true });
}

/** Who signed out since the backup stays signed out. */
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

async function hasRecords(db: Db, known: readonly CollectionInfo[]): Promise<boolean> {
  for (const { name } of known) if ((await db.collection(name).findOne({})) !== null) return true;
  return false;
}

const markerId = "restore";
const markerSchema = z.object({ id: z.string(), collections: z.array(z.string()) });

/** Refuses every document. */
const rejectAllDocuments = { _id: { $exists: false } };

const errorCodes = { namespaceNotFound: 26, duplicateKey: 11000 };

/**
 * Marks what a restore has laid down to be put in the place of what is there; from now on `finishRestore` does so, whoever calls it.
 * The commits come first and closed: whoever follows them reads anew, and since nothing is written without a commit, nothing is
 * written until the last collection is in place.
 */
async function markForSwap(db: Db, { id, collections }: { id: string; collections: readonly string[] }): Promise<void> {
  await db.command({ collMod: stagingName(id, commitsCollection), validator: rejectAllDocuments });
  const others = collections.filter((name) => name !== commitsCollection);
  try {
    const first = { _id: markerId, id, collections: [commitsCollection, ...others] };
    await db.collection<{ _id: string }>(restoreMarkerCollection).insertOne(first, { writeConcern: { w: "majority" } });
  } catch (error) {
    if (isDatabaseError(error, errorCodes.duplicateKey))
      throw new Error("Another restore is just being finished: try again");
    throw error;
  }
}

/**
 * Brings a restore to its end that has begun to put its collections in place; whoever opens the books does so first, and several
 * at once do no harm. Does nothing where there is none.
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
    // It has been moved already, by this or by another process.
    if (!isDatabaseError(error, errorCodes.namespaceNotFound)) throw error;
  }
}
