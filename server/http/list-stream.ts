import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { setImmediate } from "node:timers/promises";
import type { Response } from "express";
import { ByteWriter } from "../database/bson.ts";

interface ListStreamOptions<Row> {
  /** One more than `limit`, so that it is known whether there is a next page. */
  rows: AsyncIterable<readonly Row[]>;
  limit: number | undefined;
  /** Writes a record and says its id. */
  write: (row: Row, out: ByteWriter) => number;
  /** What the answer carries beside the records. */
  extras: Readonly<Record<string, unknown>>;
  /** By which the caller may ask whether it is still the same. */
  etag: string;
}

const chunkLength = 64 * 1024;
let lastYield: Promise<void> = Promise.resolve();

/** Sends the records as they come from the database, so that a long list needs no more memory than a short one. */
export async function streamList<Row>(res: Response, parts: ListStreamOptions<Row>): Promise<void> {
  const chunks = encodeChunks(parts);
  // What fails before the first record can still be answered as a failure.
  const first = await chunks.next();
  res.type("json").set("ETag", parts.etag);
  await pipeline(Readable.from(prepend(first.value, chunks)), res);
}

async function* encodeChunks<Row>({
  rows,
  limit,
  write,
  extras,
}: Omit<ListStreamOptions<Row>, "etag">): AsyncGenerator<Buffer, undefined> {
  const out = new ByteWriter();
  out.writeAscii('{"success":true,"message":"","data":[');
  let count = 0;
  let last: number | null = null;
  let next: number | null = null;
  for await (const batch of rows)
    for (const row of batch) {
      if (count === limit) {
        next = last;
        break;
      }
      if (count > 0) out.writeAscii(",");
      last = write(row, out);
      count++;
      if (out.length < chunkLength) continue;
      yield out.takeBuffer();
      await yieldToEventLoop();
    }
  out.writeText(`],${JSON.stringify({ next, ...extras }).slice(1)}`);
  yield out.takeBuffer();
}

/** One chunk of one list a turn, however many are being sent and however fast their readers: all else goes on in between. */
function yieldToEventLoop(): Promise<void> {
  lastYield = lastYield.then(() => setImmediate());
  return lastYield;
}

async function* prepend(first: Buffer | undefined, rest: AsyncGenerator<Buffer>): AsyncGenerator<Buffer> {
  if (first !== undefined) yield first;
  yield* rest;
}
