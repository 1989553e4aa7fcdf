import { randomBytes, randomUUID } from "node:crypto";
import mongoose from "mongoose";
import { z } from "zod";
import { resources } from "../../../shared/resources/index.ts";
import { sessions } from "../../../shared/resources/sessions.ts";
import { type AnchorDoc, anchorsCollection, appendAnchor, readLastAnchorHash } from "../../commits/anchors.ts";
import { type CommitDoc, commitsCollection, systemActor, toCommitDocs } from "../../commits/commit.ts";
import { type ChainLink, CommitChain } from "../../commits/commit-chain.ts";
import { duplicateKeyCode, isDatabaseError } from "../connection.ts";
import { type Counter, countersCollection } from "../id-counters.ts";
import {
  type CollectionInfo,
  databaseOf,
  dropStagingCollections,
  listCollections,
  restoreMarkerCollection,
  toStagingName,
} from "./collections.ts";
import type { BackupHeader } from "./format.ts";
import { type Backup, openBackup } from "./read.ts";

type Db = mongoose.mongo.Db;

interface RestoreOptions {
  connection: mongoose.Connection;
  file: string;
  /** Restores even if the database has records, which are lost. */
  force: boolean;
  now: Date;
}

const maxBatchRecords = 1_000;
const maxBatchBytes = 4 * 1024 ** 2;

/**
 * Replaces the whole database with a backup. The file is verified and loaded into staging collections first; nothing
 * changes until these replace the current collections. Throws InvalidBackupError for a file that is not a backup or
 * that this release cannot read, and an Error if the database has records and `force` is false.
 */
export async function restoreBackup(options: RestoreOptions): Promise<BackupHeader> {
  const header = await stageRestore(options);
  await completeMarkedRestore(options.connection);
  return header;
}

/**
 * Loads the backup into staging collections and marks them for replacement. If this process exits after that, the next
 * process that opens the database finishes the restore.
 */
export async function stageRestore({ connection, file, force, now }: RestoreOptions): Promise<BackupHeader> {
  const db = databaseOf(connection);
  const backup = await openBackup(file);
  try {
    await completeMarkedRestore(connection);
    const currentCollections = await listCollections(db);
    if (!force && (await hasRecords(db, currentCollections)))
      throw new Error(`The database has data: --force replaces all of it with the backup of ${backup.header.madeAt}`);
    await dropStagingCollections(db);
    const staging = { db, restoreId: randomBytes(4).toString("hex"), currentCollections };
    const collections = await stageCollections(staging, backup);
    await preserveIdCounters(staging, now);
    const chainEnds = await removeEndedSessions(staging, now);
    const restored = { madeAt: new Date(backup.header.madeAt), replaced: await readLastAnchorHash(connection) };
    const stagedAnchors = db.collection<AnchorDoc>(toStagingName(staging.restoreId, anchorsCollection));
    // A backup of an earlier release has no anchors: `ensureFirstAnchor` writes the first one when a server loads it.
    await appendAnchor(stagedAnchors, { at: now, heads: chainEnds, restored }, (last) => last !== null);
    await markForReplacement(db, { restoreId: staging.restoreId, collections });
    return backup.header;
  } finally {
    await backup.close();
  }
}

/** A restore whose records are being loaded. `restoreId` is part of the names of its staging collections. */
interface Staging {
  db: Db;
  restoreId: string;
  /** The collections of the database, which the staging collections will replace. */
  currentCollections: readonly CollectionInfo[];
}

/** Creates a staging collection for each collection of the backup and of the database, and loads the records. */
async function stageCollections(
  { db, restoreId, currentCollections }: Staging,
  { header, readRecords }: Backup,
): Promise<string[]> {
  const recordCounts = new Map(header.collections.map(({ name, count }) => [name, count]));
  const names = [
    ...new Set([...recordCounts.keys(), ...currentCollections.map(({ name }) => name), commitsCollection]),
  ];
  for (const name of names) {
    const options = currentCollections.find((collection) => collection.name === name)?.options ?? {};
    await db.createCollection(toStagingName(restoreId, name), options);
  }
  const writer = createStagingWriter({ db, restoreId, header });
  for await (const batch of readRecords()) await writer.write(batch);
  writer.assertComplete();
  for (const name of names) {
    const stagedCollection = db.collection(toStagingName(restoreId, name));
    const loadedCount = await stagedCollection.countDocuments({}, { hint: { _id: 1 } });
    if (loadedCount !== (recordCounts.get(name) ?? 0))
      throw new Error(`${name} was not loaded completely: is another restore running?`);
    if (currentCollections.some((collection) => collection.name === name))
      await copyIndexes(db.collection(name), stagedCollection);
  }
  return names;
}

/** Writes records in batches to the staging collections, in the order of the header. */
function createStagingWriter({ db, restoreId, header }: { db: Db; restoreId: string; header: BackupHeader }) {
  /** The collections that are not complete, each with the number of records that are still missing. */
  const remainingCollections = header.collections
    .filter(({ count }) => count > 0)
    .map((collection) => ({ ...collection }));
  let batch: mongoose.mongo.BSON.Document[] = [];
  let batchBytes = 0;

  return {
    async write(records: readonly Uint8Array[]): Promise<void> {
      for (const record of records) {
        const [current] = remainingCollections;
        if (!current) throw new Error("The backup contains more records than its header says");
        // `promoteValues: false` keeps the BSON types of numbers.
        batch.push(mongoose.mongo.BSON.deserialize(record, { promoteValues: false, bsonRegExp: true }));
        batchBytes += record.length;
        current.count--;
        if (current.count > 0 && batch.length < maxBatchRecords && batchBytes < maxBatchBytes) continue;
        await insertBatch(current.name);
        if (current.count === 0) remainingCollections.shift();
      }
    },
    assertComplete(): void {
      if (remainingCollections.length > 0) throw new Error("The backup contains fewer records than its header says");
    },
  };

  async function insertBatch(name: string): Promise<void> {
    await db.collection(toStagingName(restoreId, name)).insertMany(batch, { ordered: false, writeConcern: { w: 1 } });
    batch = [];
    batchBytes = 0;
  }
}

/** Copies the current indexes, because running servers need them. The next start creates missing indexes. */
async function copyIndexes(from: mongoose.mongo.Collection, to: mongoose.mongo.Collection): Promise<void> {
  const indexes = (await from.listIndexes().toArray()).filter(({ name }) => name !== "_id_");
  if (indexes.length === 0) return;
  await to.createIndexes(indexes.map(({ v: _version, ns: _namespace, ...index }) => ({ key: index.key, ...index })));
}

/**
 * Keeps the current id counters where they are higher, so that ids assigned after the backup are not used again. The
 * last numbers of number series come from the backup, because a series has no gaps.
 */
async function preserveIdCounters({ db, restoreId, currentCollections }: Staging, now: Date): Promise<void> {
  const stagedCounters = db.collection<Counter>(toStagingName(restoreId, countersCollection));
  const currentCounters = currentCollections.some(({ name }) => name === countersCollection)
    ? await db.collection<Counter>(countersCollection).find({}).toArray()
    : [];
  const resourceNames = new Set(resources.map(({ name }) => name));
  for (const { _id, last } of currentCounters.filter((counter) => resourceNames.has(counter._id)))
    await stagedCounters.updateOne({ _id }, { $max: { last } }, { upsert: true });
  // Old tokens contain a SessionID, which must not be assigned again. Without a current counter, the time in seconds
  // exceeds all assigned ids.
  const minSessionId = Math.floor(now.getTime() / 1_000);
  await stagedCounters.updateOne({ _id: sessions.name }, { $max: { last: minSessionId } }, { upsert: true });
}

/**
 * Removes the sessions of the backup that are not in the current database, because they ended after the backup, so that
 * their tokens do not become valid again. Like every write, this is a commit. Returns the end of its chain; empty if no
 * session was removed.
 */
async function removeEndedSessions({ db, restoreId, currentCollections }: Staging, now: Date): Promise<ChainLink[]> {
  const stagedSessions = db.collection<{ _id: number }>(toStagingName(restoreId, sessions.name));
  const openSessions = currentCollections.some(({ name }) => name === sessions.name)
    ? await db.collection(sessions.name).find({}).toArray()
    : [];
  const openKeys = new Set(openSessions.map(sessionKey));
  const ended = (await stagedSessions.find({}).toArray()).filter((session) => !openKeys.has(sessionKey(session)));
  await stagedSessions.deleteMany({ _id: { $in: ended.map(({ _id }) => _id) } });
  const server = randomUUID();
  const changes = ended.map(({ _id, ...before }) => ({
    resource: sessions.name,
    id: _id,
    type: "delete" as const,
    before,
    after: null,
  }));
  const commit = { transaction: randomUUID(), server, at: now, by: systemActor, requestId: "restore", changes };
  const chain = new CommitChain(server, 0);
  const docs = chain.link(toCommitDocs(commit));
  if (docs.length > 0) await db.collection<CommitDoc>(toStagingName(restoreId, commitsCollection)).insertMany(docs);
  const end = chain.confirm();
  return end ? [end] : [];
}

function sessionKey({ SessionID, UserID, CreatedAt }: mongoose.mongo.BSON.Document): string {
  return [SessionID, UserID, CreatedAt].join(" ");
}

async function hasRecords(db: Db, currentCollections: readonly CollectionInfo[]): Promise<boolean> {
  for (const { name } of currentCollections) if ((await db.collection(name).findOne({})) !== null) return true;
  return false;
}

const markerId = "restore";
const markerSchema = z.object({ id: z.string(), collections: z.array(z.string()) });

/** A validator that rejects every document. */
const rejectAllDocuments = { _id: { $exists: false } };

const namespaceNotFoundCode = 26;

/**
 * Marks the staging collections for replacement by `completeMarkedRestore`. The collection of commits is replaced first
 * and rejects writes: its replacement ends all change streams, so that servers load everything again. Because every
 * write adds a commit, nothing is written until the last collection is replaced.
 */
async function markForReplacement(
  db: Db,
  { restoreId, collections }: { restoreId: string; collections: readonly string[] },
): Promise<void> {
  await db.command({ collMod: toStagingName(restoreId, commitsCollection), validator: rejectAllDocuments });
  const otherCollections = collections.filter((name) => name !== commitsCollection);
  try {
    const marker = { _id: markerId, id: restoreId, collections: [commitsCollection, ...otherCollections] };
    await db
      .collection<{ _id: string }>(restoreMarkerCollection)
      .insertOne(marker, { writeConcern: { w: "majority" } });
  } catch (error) {
    if (isDatabaseError(error, duplicateKeyCode)) throw new Error("Another restore is being finished; try again");
    throw error;
  }
}

/**
 * Finishes a restore that was marked for replacement, if any. Called before the collections are read. Several processes
 * may call it at the same time.
 */
export async function completeMarkedRestore(connection: mongoose.Connection): Promise<void> {
  const db = databaseOf(connection);
  const markers = db.collection<{ _id: string }>(restoreMarkerCollection);
  const marker = markerSchema.safeParse(await markers.findOne({ _id: markerId }));
  if (!marker.success) return;
  const { id: restoreId, collections } = marker.data;
  for (const name of collections) await replaceCollection(db, { name, stagingName: toStagingName(restoreId, name) });
  await db.command({ collMod: commitsCollection, validator: {} });
  await markers.deleteOne({ _id: markerId, id: restoreId }, { writeConcern: { w: "majority" } });
}

async function replaceCollection(db: Db, { name, stagingName }: { name: string; stagingName: string }): Promise<void> {
  try {
    await db.renameCollection(stagingName, name, { dropTarget: true });
  } catch (error) {
    // Another process has replaced it already.
    if (!isDatabaseError(error, namespaceNotFoundCode)) throw error;
  }
}
