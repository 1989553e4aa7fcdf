import { createHash } from "node:crypto";
import { type FileHandle, open } from "node:fs/promises";
import { basename } from "node:path";
import { pipeline } from "node:stream/promises";
import { createGunzip } from "node:zlib";
import {
  firstWords,
  type Header,
  headerSchema,
  longestHeader,
  longestRecord,
  NotABackup,
  newest,
  sealLength,
} from "./format.ts";

/** A backup of which every byte has been checked. */
export interface Backup {
  header: Header;
  /** The records in BSON, those of one collection after those of another in the order of the header, some at a time. */
  records: () => AsyncGenerator<readonly Uint8Array[]>;
  close: () => Promise<void>;
}

/** Opens a backup and checks all of it. Throws NotABackup where it is foreign, newer, damaged or cut off. */
export async function openBackup(path: string): Promise<Backup> {
  const file = await open(path, "r");
  try {
    const name = basename(path);
    const { header, length } = await readHeader(file, name);
    const end = (await file.stat()).size - sealLength;
    if (end <= length || !(await isIntact(file, end))) throw damaged(name);
    const records = () => recordsIn(file, { start: length, end, name });
    await checkCount(records(), { header, name });
    return { header, records, close: () => file.close() };
  } catch (error) {
    await file.close();
    throw error;
  }
}

async function readHeader(file: FileHandle, name: string): Promise<{ header: Header; length: number }> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(longestHeader), 0, longestHeader, 0);
  const begin = buffer.subarray(0, bytesRead);
  if (!begin.subarray(0, firstWords.length).equals(Buffer.from(firstWords)))
    throw new NotABackup(`${name} is not a backup of the portal`);
  const length = begin.indexOf("\n") + 1;
  const header = headerSchema.safeParse(jsonIn(begin.toString("utf8", 0, length)));
  if (length === 0 || !header.success) throw damaged(name);
  const { format, schema, portal } = header.data;
  if (format > newest.format || schema > newest.schema)
    throw new NotABackup(`${name} was made by a newer portal (${portal}): update this one first`);
  return { header: header.data, length };
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Is the seal that of everything before it? */
async function isIntact(file: FileHandle, end: number): Promise<boolean> {
  const hash = createHash("sha256");
  for await (const chunk of file.createReadStream({ start: 0, end: end - 1, autoClose: false })) hash.update(chunk);
  const { buffer } = await file.read(Buffer.alloc(sealLength), 0, sealLength, end);
  return buffer.toString("latin1") === `${hash.digest("hex")}\n`;
}

async function checkCount(
  records: AsyncIterable<readonly Uint8Array[]>,
  { header, name }: { header: Header; name: string },
): Promise<void> {
  let found = 0;
  for await (const some of records) found += some.length;
  if (found !== header.collections.reduce((sum, { count }) => sum + count, 0)) throw damaged(name);
}

interface Where {
  start: number;
  end: number;
  name: string;
}

async function* recordsIn(file: FileHandle, { start, end, name }: Where): AsyncGenerator<readonly Uint8Array[]> {
  const unpacked = createGunzip({ chunkSize: 512 * 1024 });
  const packed = file.createReadStream({ start, end: end - 1, autoClose: false });
  // What goes wrong with the file is thrown where the records are read.
  pipeline(packed, unpacked).catch(() => undefined);
  let rest: Buffer = Buffer.alloc(0);
  for await (const chunk of unpacked) {
    const { records, left } = cut(Buffer.concat([rest, chunk]), name);
    rest = left;
    if (records.length > 0) yield records;
  }
  if (rest.length > 0) throw damaged(name);
}

/** The whole records at the beginning: each begins with its own length. */
function cut(bytes: Buffer, name: string): { records: Uint8Array[]; left: Buffer } {
  const records: Uint8Array[] = [];
  let at = 0;
  while (bytes.length - at >= 4) {
    const length = bytes.readInt32LE(at);
    if (length < 5 || length > longestRecord) throw damaged(name);
    if (bytes.length - at < length) break;
    records.push(bytes.subarray(at, at + length));
    at += length;
  }
  return { records, left: bytes.subarray(at) };
}

function damaged(name: string): NotABackup {
  return new NotABackup(`${name} is damaged or cut off: nothing of it was restored`);
}
