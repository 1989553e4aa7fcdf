import { createHash } from "node:crypto";
import { rename, rm, writeFile } from "node:fs/promises";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import type mongoose from "mongoose";
import { isDatabaseError, toRawBytes } from "../connection.ts";
import { databaseOf, listCollections } from "./collections.ts";
import { type BackupHeader, currentVersions } from "./format.ts";

interface BackupOptions {
  connection: mongoose.Connection;
  /** Path of the backup. An existing file is replaced when the new one is complete. */
  file: string;
  now: Date;
  portalVersion: string;
}

/** Level 3 is much faster than the default, and the file is hardly larger, because field names repeat. */
const compression = { level: 3, chunkSize: 256 * 1024 };
const minChunkBytes = 256 * 1024;
const maxAttempts = 5;
const errorCodes = { snapshotUnavailable: 246, snapshotTooOld: 239 };

/**
 * Writes all records of one snapshot to a file, even while the portal is in use. The file replaces an older one when it
 * is complete. Only the file's owner can read it, because it contains password hashes.
 */
export async function writeBackup({ connection, file, now, portalVersion }: BackupOptions): Promise<BackupHeader> {
  const partFile = `${file}.${process.pid}.part`;
  try {
    const header = await writeWithRetry({
      connection,
      partFile,
      headerFields: { ...currentVersions, portal: portalVersion, madeAt: now.toISOString() },
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

interface WriteOptions {
  connection: mongoose.Connection;
  partFile: string;
  headerFields: Omit<BackupHeader, "file" | "collections">;
}

/**
 * Retries if a collection was created or changed after the time of the snapshot. Retries at once, because the snapshot of
 * the next attempt is newer.
 */
async function writeWithRetry(options: WriteOptions, attempt = 1): Promise<BackupHeader> {
  try {
    return await writeOnce(options);
  } catch (error) {
    if (attempt === maxAttempts || !isDatabaseError(error, errorCodes.snapshotUnavailable)) throw error;
    return writeWithRetry(options, attempt + 1);
  }
}

async function writeOnce({ connection, partFile, headerFields }: WriteOptions): Promise<BackupHeader> {
  const db = databaseOf(connection);
  const session = connection.getClient().startSession({ snapshot: true });
  try {
    const collections: BackupHeader["collections"] = [];
    for (const { name } of await listCollections(db)) {
      const count = await db.collection(name).countDocuments({}, { session, hint: { _id: 1 } });
      collections.push({ name, count });
    }
    // An empty database is probably the wrong one: an error shows it, a backup without records would hide it.
    if (collections.every(({ count }) => count === 0))
      throw new Error("The database is empty: there is nothing to back up");
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

interface ReadOptions extends Pick<BackupHeader, "collections"> {
  db: mongoose.mongo.Db;
  session: mongoose.ClientSession;
}

/** All records as raw BSON, in chunks of several records. */
async function* readRecords({ db, session, collections }: ReadOptions): AsyncGenerator<Uint8Array> {
  let chunkRecords: Uint8Array[] = [];
  let chunkBytes = 0;
  for (const { name, count } of collections) {
    let readCount = 0;
    const cursor = db.collection(name).find({}, { raw: true, session, batchSize: 2_000 });
    for await (const record of cursor) {
      const bytes = toRawBytes(record);
      chunkRecords.push(bytes);
      chunkBytes += bytes.length;
      readCount++;
      if (chunkBytes < minChunkBytes) continue;
      yield Buffer.concat(chunkRecords);
      chunkRecords = [];
      chunkBytes = 0;
    }
    if (readCount !== count) throw new Error(`${name}: counted ${count} records but read ${readCount}`);
  }
  if (chunkBytes > 0) yield Buffer.concat(chunkRecords);
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
