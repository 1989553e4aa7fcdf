import { createHash } from "node:crypto";
import { type FileHandle, open } from "node:fs/promises";
import { basename } from "node:path";
import { pipeline } from "node:stream/promises";
import { createGunzip } from "node:zlib";
import {
  type BackupHeader,
  checksumLength,
  currentFormat,
  headerPrefix,
  headerSchema,
  InvalidBackupError,
  maxHeaderBytes,
  maxRecordBytes,
} from "./format.ts";

/** An open backup that was fully verified. */
export interface Backup {
  header: BackupHeader;
  /** The records as BSON in batches, ordered by collection as in the header. */
  records: () => AsyncGenerator<readonly Uint8Array[]>;
  close: () => Promise<void>;
}

/**
 * Opens a backup and verifies all of it. Throws InvalidBackupError when it is not a backup, newer, damaged or
 * truncated.
 */
export async function openBackup(path: string): Promise<Backup> {
  const file = await open(path, "r");
  try {
    const name = basename(path);
    const { header, length } = await readHeader(file, name);
    const end = (await file.stat()).size - checksumLength;
    if (end <= length || !(await hasValidChecksum(file, end))) throw damagedError(name);
    const records = () => readRecords(file, { start: length, end, name });
    await verifyRecordCount(records(), { header, name });
    return { header, records, close: () => file.close() };
  } catch (error) {
    await file.close();
    throw error;
  }
}

async function readHeader(file: FileHandle, name: string): Promise<{ header: BackupHeader; length: number }> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(maxHeaderBytes), 0, maxHeaderBytes, 0);
  const begin = buffer.subarray(0, bytesRead);
  if (!begin.subarray(0, headerPrefix.length).equals(Buffer.from(headerPrefix)))
    throw new InvalidBackupError(`${name} is not a backup of the portal`);
  const length = begin.indexOf("\n") + 1;
  const header = headerSchema.safeParse(parseJson(begin.toString("utf8", 0, length)));
  if (length === 0 || !header.success) throw damagedError(name);
  const { format, schema, portal } = header.data;
  if (format > currentFormat.format || schema > currentFormat.schema)
    throw new InvalidBackupError(`${name} was made by a newer portal (${portal}): update this one first`);
  return { header: header.data, length };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Whether the checksum at the end matches the content. */
async function hasValidChecksum(file: FileHandle, end: number): Promise<boolean> {
  const hash = createHash("sha256");
  for await (const chunk of file.createReadStream({ start: 0, end: end - 1, autoClose: false })) hash.update(chunk);
  const { buffer } = await file.read(Buffer.alloc(checksumLength), 0, checksumLength, end);
  return buffer.toString("latin1") === `${hash.digest("hex")}\n`;
}

async function verifyRecordCount(
  records: AsyncIterable<readonly Uint8Array[]>,
  { header, name }: { header: BackupHeader; name: string },
): Promise<void> {
  let found = 0;
  for await (const some of records) found += some.length;
  if (found !== header.collections.reduce((sum, { count }) => sum + count, 0)) throw damagedError(name);
}

interface RecordRange {
  start: number;
  end: number;
  name: string;
}

async function* readRecords(
  file: FileHandle,
  { start, end, name }: RecordRange,
): AsyncGenerator<readonly Uint8Array[]> {
  const unpacked = createGunzip({ chunkSize: 512 * 1024 });
  const packed = file.createReadStream({ start, end: end - 1, autoClose: false });
  // Errors are thrown to the reader of `unpacked`.
  pipeline(packed, unpacked).catch(() => undefined);
  let rest: Buffer = Buffer.alloc(0);
  for await (const chunk of unpacked) {
    const { records, remainder } = splitRecords(Buffer.concat([rest, chunk]), name);
    rest = remainder;
    if (records.length > 0) yield records;
  }
  if (rest.length > 0) throw damagedError(name);
}

/** Splits off the complete records. Each begins with its length. */
function splitRecords(bytes: Buffer, name: string): { records: Uint8Array[]; remainder: Buffer } {
  const records: Uint8Array[] = [];
  let at = 0;
  while (bytes.length - at >= 4) {
    const length = bytes.readInt32LE(at);
    if (length < 5 || length > maxRecordBytes) throw damagedError(name);
    if (bytes.length - at < length) break;
    records.push(bytes.subarray(at, at + length));
    at += length;
  }
  return { records, remainder: bytes.subarray(at) };
}

function damagedError(name: string): InvalidBackupError {
  return new InvalidBackupError(`${name} is damaged or cut off: nothing of it was restored`);
}
