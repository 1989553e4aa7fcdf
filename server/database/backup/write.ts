import { createHash } from "node:crypto";
import { rename, rm, writeFile } from "node:fs/promises";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import type mongoose from "mongoose";
import { isDatabaseError } from "../connection.ts";
import { databaseOf, listCollections } from "./collections.ts";
import { type BackupHeader, currentFormat } from "./format.ts";

interface BackupOptions {
  connection: mongoose.Connection;
  /** Path of the backup. An existing file is replaced when the new one is complete. */
  file: string;
  now: Date;
  portal: string;
}

/** Much faster than the default and hardly larger, as field names repeat. */
const compression = { level: 3, chunkSize: 256 * 1024 };
const chunkBytes = 256 * 1024;
const maxAttempts = 5;
const errorCodes = { snapshotUnavailable: 246, snapshotTooOld: 239 };

/**
 * Writes all records in one snapshot to a file, also while the portal is in use. The file is written atomically and
 * readable by its owner only, as it contains password hashes.
 */
export async function writeBackup({ connection, file, now, portal }: BackupOptions): Promise<BackupHeader> {
  const partFile = `${file}.${process.pid}.part`;
  try {
    const header = await writeWithRetry({
      connection,
      partFile,
      headerFields: { ...currentFormat, portal, madeAt: now.toISOString() },
    });
    await rename(partFile, file);
    return header;
  } catch (error) {
    await rm(partFile, { force: true });
    if (!isDatabaseError(error, errorCodes.snapshotTooOld)) throw error;
    throw new Error(
      "The backup took longer than MongoDB remembers a moment (minSnapshotHistoryWindowInSeconds, 300 unless set); nothing was written",
    );
  }
}

interface WriteJob {
  connection: mongoose.Connection;
  partFile: string;
  headerFields: Omit<BackupHeader, "file" | "collections">;
}

/** A collection that is being created or changed cannot be read in a snapshot. A retry shortly after succeeds. */
async function writeWithRetry(writing: WriteJob, tries = 1): Promise<BackupHeader> {
  try {
    return await writeOnce(writing);
  } catch (error) {
    if (tries === maxAttempts || !isDatabaseError(error, errorCodes.snapshotUnavailable)) throw error;
    return writeWithRetry(writing, tries + 1);
  }
}

async function writeOnce({ connection, partFile, headerFields }: WriteJob): Promise<BackupHeader> {
  const db = databaseOf(connection);
  const session = connection.getClient().startSession({ snapshot: true });
  try {
    const collections: BackupHeader["collections"] = [];
    for (const { name } of await listCollections(db)) {
      const count = await db.collection(name).countDocuments({}, { session, hint: { _id: 1 } });
      collections.push({ name, count });
    }
    // Otherwise nightly backups of a wrong address would go unnoticed.
    if (collections.every(({ count }) => count === 0)) throw new Error("There is nothing here to back up");
    const header: BackupHeader = { file: "housing-society-portal backup", ...headerFields, collections };
    const packed = createGzip(compression);
    // Errors are thrown to the reader of `packed`.
    pipeline(Readable.from(readRecords({ db, session, collections })), packed).catch(() => undefined);
    await writeFile(partFile, withChecksum(`${JSON.stringify(header)}\n`, packed), { mode: 0o600, flush: true });
    return header;
  } finally {
    await session.endSession();
  }
}

interface ReadJob extends Pick<BackupHeader, "collections"> {
  db: mongoose.mongo.Db;
  session: mongoose.ClientSession;
}

/** All records in batches, as raw BSON. */
async function* readRecords({ db, session, collections }: ReadJob): AsyncGenerator<Uint8Array> {
  let waiting: Uint8Array[] = [];
  let length = 0;
  for (const { name, count } of collections) {
    let read = 0;
    const cursor = db.collection(name).find({}, { raw: true, session, batchSize: 2_000 });
    for await (const record of cursor) {
      if (!(record instanceof Uint8Array)) throw new Error("The driver does not give records as they are");
      waiting.push(record);
      length += record.length;
      read++;
      if (length < chunkBytes) continue;
      yield Buffer.concat(waiting);
      waiting = [];
      length = 0;
    }
    if (read !== count) throw new Error(`${name} had ${count} records and then ${read}`);
  }
  if (length > 0) yield Buffer.concat(waiting);
}

async function* withChecksum(header: string, packed: AsyncIterable<Buffer>): AsyncGenerator<Uint8Array> {
  const seal = createHash("sha256").update(header);
  yield Buffer.from(header);
  for await (const chunk of packed) {
    seal.update(chunk);
    yield chunk;
  }
  yield Buffer.from(`${seal.digest("hex")}\n`);
}
