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

/** Much faster than the default level. The file is hardly larger, because field names repeat. */
const compression = { level: 3, chunkSize: 256 * 1024 };
const chunkBytes = 256 * 1024;
const maxAttempts = 5;
const errorCodes = { snapshotUnavailable: 246, snapshotTooOld: 239 };

/**
 * Writes all records of one snapshot to a file, also while the portal is in use. The file replaces an older one when it
 * is complete. Only its owner can read it, because it contains password hashes.
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
      "The backup took longer than MongoDB keeps a snapshot (minSnapshotHistoryWindowInSeconds, by default 300); no backup was written",
    );
  }
}

interface WriteJob {
  connection: mongoose.Connection;
  partFile: string;
  headerFields: Omit<BackupHeader, "file" | "collections">;
}

/** Retries, because a collection that was just created or changed cannot be read in a snapshot for a moment. */
async function writeWithRetry(job: WriteJob, tries = 1): Promise<BackupHeader> {
  try {
    return await writeOnce(job);
  } catch (error) {
    if (tries === maxAttempts || !isDatabaseError(error, errorCodes.snapshotUnavailable)) throw error;
    return writeWithRetry(job, tries + 1);
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
    // An empty database is probably the wrong one, which nightly backups would otherwise hide.
    if (collections.every(({ count }) => count === 0)) throw new Error("There is nothing here to back up");
    const header: BackupHeader = { file: "housing-society-portal backup", ...headerFields, collections };
    const compressed = createGzip(compression);
    // Errors are thrown to the reader of `compressed`.
    pipeline(Readable.from(readRecords({ db, session, collections })), compressed).catch(() => undefined);
    await writeFile(partFile, withChecksum(`${JSON.stringify(header)}\n`, compressed), { mode: 0o600, flush: true });
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
  let batch: Uint8Array[] = [];
  let batchBytes = 0;
  for (const { name, count } of collections) {
    let readCount = 0;
    const cursor = db.collection(name).find({}, { raw: true, session, batchSize: 2_000 });
    for await (const record of cursor) {
      if (!(record instanceof Uint8Array)) throw new Error("The driver did not return a raw record");
      batch.push(record);
      batchBytes += record.length;
      readCount++;
      if (batchBytes < chunkBytes) continue;
      yield Buffer.concat(batch);
      batch = [];
      batchBytes = 0;
    }
    if (readCount !== count) throw new Error(`${name}: counted ${count} records but read ${readCount}`);
  }
  if (batchBytes > 0) yield Buffer.concat(batch);
}

/** The contents of the file: header, compressed records and the checksum of both. */
async function* withChecksum(header: string, compressed: AsyncIterable<Buffer>): AsyncGenerator<Uint8Array> {
  const hash = createHash("sha256").update(header);
  yield Buffer.from(header);
  for await (const chunk of compressed) {
    hash.update(chunk);
    yield chunk;
  }
  yield Buffer.from(`${hash.digest("hex")}\n`);
}
