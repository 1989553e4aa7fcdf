import { createHash } from "node:crypto";
import { type FileHandle, open } from "node:fs/promises";
import { basename } from "node:path";
import { pipeline } from "node:stream/promises";
import { createGunzip } from "node:zlib";
import { parseJson } from "../../../shared/text.ts";
import {
  type BackupHeader,
  checksumLength,
  currentVersions,
  headerPrefix,
  headerSchema,
  InvalidBackupError,
  maxHeaderBytes,
  maxRecordBytes,
} from "./format.ts";

/** An open backup whose checksum and number of records have been verified. */
export interface Backup {
  header: BackupHeader;
  /** The records as BSON in batches, ordered by collection as in the header. */
  readRecords: () => AsyncGenerator<readonly Uint8Array[]>;
  close: () => Promise<void>;
}

/**
 * Opens a backup and verifies all of it. Throws InvalidBackupError if the file is not a backup, was written by a newer
 * release, or is damaged or truncated.
 */
export async function openBackup(path: string): Promise<Backup> {
  const file = await open(path, "r");
  try {
    const name = basename(path);
    const { header, length: headerLength } = await readHeader(file, name);
    const recordsEnd = (await file.stat()).size - checksumLength;
    if (recordsEnd <= headerLength || !(await hasValidChecksum(file, recordsEnd))) throw createDamagedError(name);
    const range = { start: headerLength, end: recordsEnd, name };
    await verifyRecordCount(readRecords(file, range), { header, name });
    return { header, readRecords: () => readRecords(file, range), close: () => file.close() };
  } catch (error) {
    await file.close();
    throw error;
  }
}

async function readHeader(file: FileHandle, name: string): Promise<{ header: BackupHeader; length: number }> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(maxHeaderBytes), 0, maxHeaderBytes, 0);
  const fileStart = buffer.subarray(0, bytesRead);
  if (!fileStart.subarray(0, headerPrefix.length).equals(Buffer.from(headerPrefix)))
    throw new InvalidBackupError(`${name} is not a backup of the portal`);
  const length = fileStart.indexOf("\n") + 1;
  const header = headerSchema.safeParse(parseJson(fileStart.toString("utf8", 0, length)));
  if (length === 0 || !header.success) throw createDamagedError(name);
  const { format, schema, portal } = header.data;
  if (format > currentVersions.format || schema > currentVersions.schema)
    throw new InvalidBackupError(`${name} was made by a newer portal (${portal}): update this portal first`);
  return { header: header.data, length };
}

/** Whether the checksum at this position matches the bytes before it. */
async function hasValidChecksum(file: FileHandle, checksumStart: number): Promise<boolean> {
  const hash = createHash("sha256");
  for await (const chunk of file.createReadStream({ start: 0, end: checksumStart - 1, autoClose: false }))
    hash.update(chunk);
  const { buffer } = await file.read(Buffer.alloc(checksumLength), 0, checksumLength, checksumStart);
  return buffer.toString("latin1") === `${hash.digest("hex")}\n`;
}

async function verifyRecordCount(
  records: AsyncIterable<readonly Uint8Array[]>,
  { header, name }: { header: BackupHeader; name: string },
): Promise<void> {
  let recordCount = 0;
  for await (const batch of records) recordCount += batch.length;
  if (recordCount !== header.collections.reduce((sum, { count }) => sum + count, 0)) throw createDamagedError(name);
}

/** The position of the compressed records in the file. `end` is the position after their last byte. */
interface RecordRange {
  start: number;
  end: number;
  /** Name of the file, for error messages. */
  name: string;
}

async function* readRecords(
  file: FileHandle,
  { start, end, name }: RecordRange,
): AsyncGenerator<readonly Uint8Array[]> {
  const decompressed = createGunzip({ chunkSize: 512 * 1024 });
  const compressed = file.createReadStream({ start, end: end - 1, autoClose: false });
  // Errors are thrown to the reader of `decompressed`.
  pipeline(compressed, decompressed).catch(() => undefined);
  let remainder: Buffer = Buffer.alloc(0);
  for await (const chunk of decompressed) {
    const split = splitRecords(Buffer.concat([remainder, chunk]), name);
    remainder = split.remainder;
    if (split.records.length > 0) yield split.records;
  }
  if (remainder.length > 0) throw createDamagedError(name);
}

/** An empty BSON document: its length and a final NUL. */
const minRecordBytes = 5;

/** Splits the bytes into records, each of which begins with its length. `remainder` is an incomplete last record. */
function splitRecords(bytes: Buffer, name: string): { records: Uint8Array[]; remainder: Buffer } {
  const records: Uint8Array[] = [];
  let position = 0;
  while (bytes.length - position >= 4) {
    const length = bytes.readInt32LE(position);
    if (length < minRecordBytes || length > maxRecordBytes) throw createDamagedError(name);
    if (bytes.length - position < length) break;
    records.push(bytes.subarray(position, position + length));
    position += length;
  }
  return { records, remainder: bytes.subarray(position) };
}

function createDamagedError(name: string): InvalidBackupError {
  return new InvalidBackupError(`${name} is damaged or truncated`);
}
