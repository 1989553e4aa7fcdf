import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { setImmediate } from "node:timers/promises";
import type { Response } from "express";
import { Bytes } from "./bytes.ts";

interface ListParts<Row> {
  /** One more than `limit`, so that it is known whether there is a next page. */
  rows: AsyncIterable<readonly Row[]>;
  limit: number | undefined;
  /** Writes a record and says its id. */
  write: (row: Row, out: Bytes) => number;
  /** What the answer carries beside the records. */
  beside: Readonly<Record<string, unknown>>;
  /** By which the caller may ask whether it is still the same. */
  tag: string;
}

const chunkLength = 64 * 1024;
let lastTurn: Promise<void> = Promise.resolve();

/** Sends the records as they come from the database, so that a long list needs no more memory than a short one. */
export async function sendList<Row>(res: Response, parts: ListParts<Row>): Promise<void> {
  const chunks = chunksOf(parts);
  // What fails before the first record can still be answered as a failure.
  const first = await chunks.next();
  res.type("json").set("ETag", parts.tag);
  await pipeline(Readable.from(startingWith(first.value, chunks)), res);
}

async function* chunksOf<Row>({
  rows,
  limit,
  write,
  beside,
}: Omit<ListParts<Row>, "tag">): AsyncGenerator<Buffer, undefined> {
  const out = new Bytes();
  out.ascii('{"success":true,"message":"","data":[');
  let count = 0;
  let last: number | null = null;
  let next: number | null = null;
  for await (const batch of rows)
    for (const row of batch) {
      if (count === limit) {
        next = last;
        break;
      }
      if (count > 0) out.ascii(",");
      last = write(row, out);
      count++;
      if (out.length < chunkLength) continue;
      yield out.take();
      await nextTurn();
    }
  out.text(`],${JSON.stringify({ next, ...beside }).slice(1)}`);
  yield out.take();
}

/** One chunk of one list a turn, however many are being sent and however fast their readers: all else goes on in between. */
function nextTurn(): Promise<void> {
  lastTurn = lastTurn.then(() => setImmediate());
  return lastTurn;
}

async function* startingWith(first: Buffer | undefined, rest: AsyncGenerator<Buffer>): AsyncGenerator<Buffer> {
  if (first !== undefined) yield first;
  yield* rest;
}
